// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/compare/check.hpp"

namespace quern {

/// Looks for what accepts the finding of a case: a waiver, a waiver that would accept it if it had not expired, or
/// --allow. Each call searches anew.
void accept_finding(CheckedCase& checked, const CheckOptions& options);

/// Waivers that are about no case at all, as warnings.
std::vector<std::string> unused_waivers(const std::vector<CheckedCase>& cases, const std::vector<Waiver>& waivers);

}  // namespace quern
