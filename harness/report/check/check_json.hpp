// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/compare/check.hpp"

namespace quern {

/// The document `quern.comparison/1` with what a check adds: `limit` and `waived` of each case, and a part `check`.
nlohmann::ordered_json check_document(const Check& check, const std::string& quern_version, std::size_t functions);

}  // namespace quern
