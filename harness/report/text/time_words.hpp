// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/model/case_time.hpp"

namespace quern {

/// Nanoseconds in the unit that suits them: `812 ns`, `1.240 µs`
std::string duration_text(double ns);
/// The median, and half of its interval: `812 ns ±0.4 %`
std::string time_text(const CaseTime& time);
/// What there is to see behind a time: its samples as a histogram, and each warning. A line each.
std::vector<std::string> time_details(const CaseTime& time);

}  // namespace quern
