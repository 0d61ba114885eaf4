// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "expand/case/case.hpp"

namespace quern {

/// The case of that id. Throws Error(usage) that suggests what is near.
const Case& find_case(const std::vector<Case>& cases, const std::string& id);

}  // namespace quern
