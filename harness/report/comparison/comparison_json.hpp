// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/compare/comparison.hpp"

namespace quern {

/// Adds to a case of the document, or fills what a comparison leaves null.
using CompleteCase = std::function<void(const CaseComparison& compared, nlohmann::ordered_json& json)>;

/// `quern.comparison/1`: see docs/results.md. Of each change the `functions` that moved most; what is left out is in an
/// entry called "(other)", so that they always sum to the change.
nlohmann::ordered_json comparison_document(const Comparison& comparison, const std::string& quern_version,
                                           std::size_t functions, const CompleteCase& complete = {});

nlohmann::ordered_json differences_json(const std::vector<Difference>& differences);

}  // namespace quern
