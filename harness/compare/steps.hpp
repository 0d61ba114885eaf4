// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <vector>

namespace quern {

/// Where a series goes from one level to another.
struct Step {
  std::size_t at = 0;  // the first value of the new level
  double before = 0;   // the levels
  double after = 0;
};

/// The steps of a series. Without noise these are exactly the places where it changes; with noise, those that explain
/// more than noise of that size would.
std::vector<Step> find_steps(const std::vector<double>& values);

}  // namespace quern
