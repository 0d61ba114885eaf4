// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>
#include <string>

#include "harness/compare/check.hpp"

namespace quern {

/// SARIF 2.1.0: a result per finding, at the line of the definition.
void write_check_sarif(const Check& check, const std::string& quern_version, std::ostream& out);

}  // namespace quern
