// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/model/run.hpp"

namespace quern {

/// `exact`, or how far the repeats lie apart: `jitter ±30`
std::string verdict_text(const Measurement& measurement);

/// How many were measured and how well, with what, and the notes: the last lines of a report for people.
std::vector<std::string> summary_lines(const Run& run);

}  // namespace quern
