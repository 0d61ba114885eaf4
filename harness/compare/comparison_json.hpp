// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/compare/comparison.hpp"

namespace quern {

/// `quern.comparison/1`: see docs/results.md. Of each change the `functions` that moved most; what is left out is in an
/// entry called "(other)", so that they always sum to the change.
nlohmann::ordered_json comparison_document(const Comparison& comparison, const std::string& quern_version,
                                           std::size_t functions);

}  // namespace quern
