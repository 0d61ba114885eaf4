// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "harness/measure/timing/rounds.hpp"

namespace quern {

/// A round of blocks of ten iterations, each of which takes so many nanoseconds.
inline Round made_up_round(const std::vector<double>& ns_each, int core = 1) {
  Round round{{10, 1}, {}};
  for (const double ns : ns_each) round.blocks.push_back({10 * ns, false, core});
  return round;
}

/// Rounds of some equal blocks each.
inline std::vector<Round> made_up_rounds(const std::vector<double>& medians) {
  std::vector<Round> rounds;
  for (const double ns : medians) rounds.push_back(made_up_round(std::vector<double>(5, ns)));
  return rounds;
}

}  // namespace quern
