// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <vector>

#include "harness/model/run.hpp"

namespace quern {

/// Turns the windows of a case into its measurement: each pair of a shorter and a longer window gives one count per
/// iteration, in which everything that happens once per window cancels. `loop` is what an empty statement costs.
/// Pure. The windows alternate, shorter first, and there is at least one pair.
Measurement judge(std::vector<Window> windows, double loop);

/// The count of instructions per iteration that each pair gives, loop included.
std::vector<double> pair_counts(const std::vector<Window>& windows);

/// What an empty statement costs per iteration; nothing if its repeats do not agree.
std::optional<double> loop_cost(const std::vector<Window>& windows);

}  // namespace quern
