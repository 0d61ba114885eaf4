// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/measure/timing/machine_watch.hpp"
#include "harness/measure/timing/rounds.hpp"

namespace quern {

/// What spoils a time, with what was seen of its cause and what helps: one sentence each, nothing if all is well.
/// Rounds must be enough for an interval.
std::vector<std::string> symptoms_of(const std::vector<Round>& rounds, const MachineFacts& facts, double target);

}  // namespace quern
