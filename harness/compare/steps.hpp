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
/// more than noise of that size would. The noise is estimated_noise(values), with some doubt.
std::vector<Step> find_steps(const std::vector<double>& values);

/// The same for noise that is known by its standard deviation, which is 0 for exact counts.
std::vector<Step> find_steps(const std::vector<double>& values, double noise);

/// The standard deviation of the noise around the levels, from the differences of neighbours. 0 if at least half of
/// these are alike, and for fewer than ten values, which are too few to tell noise from steps.
double estimated_noise(const std::vector<double>& values);

}  // namespace quern
