// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/compare/check.hpp"

namespace quern {

/// Looks for who accepts the finding of a case: a waiver, one that would if it had not expired, or --allow. Anew each
/// time it is called.
void accept_finding(CheckedCase& checked, const CheckOptions& options);

/// Waivers that are about no case at all, as warnings.
std::vector<std::string> unused_waivers(const std::vector<CheckedCase>& cases, const std::vector<Waiver>& waivers);

}  // namespace quern
