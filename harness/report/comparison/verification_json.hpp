// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/compare/verification.hpp"

namespace quern {

/// `quern.verify/1`: see docs/verify.md. Of each difference at most `functions` functions.
nlohmann::ordered_json verification_document(const Verification& verification, const std::string& quern_version,
                                             std::size_t functions);

}  // namespace quern
