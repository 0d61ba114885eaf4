// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/model/run.hpp"

namespace quern {

/// Counts per iteration, by the names that windows use for their events.
using EventCosts = std::map<std::string, double, std::less<>>;

/// Turns the windows of a case into its measurement: each pair of a shorter and a longer window gives one count per
/// iteration, in which everything that happens once per window cancels. `loop` is what an empty statement costs: it is
/// taken off every event. Pure. The windows alternate, shorter first, and there is at least one pair; where a case was
/// measured in two processes, all pairs of the first come before those of the second.
Measurement judge(std::vector<Window> windows, const EventCosts& loop);

/// The count of instructions per iteration that each pair gives, loop included.
std::vector<double> pair_counts(const std::vector<Window>& windows);

/// What a sentry costs per iteration, event by event; nothing if its repeats do not agree on the instructions.
std::optional<EventCosts> repeated_cost(const std::vector<Window>& windows);

/// The count of instructions among these costs.
double instructions_in(const EventCosts& costs);

}  // namespace quern
