// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "expand/case/case.hpp"

namespace quern {

/// One entry of `quern.cases/1`.
nlohmann::ordered_json to_json(const Case& args);

/// The whole `quern.cases/1` document.
nlohmann::ordered_json cases_document(const std::vector<Case>& cases);

}  // namespace quern
