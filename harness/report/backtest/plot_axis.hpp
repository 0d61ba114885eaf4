// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <vector>

namespace quern {

/// A logarithmic axis: equal ratios are equally far apart, so twice as slow and twice as fast look alike.
class LogAxis {
 public:
  /// From the lowest to the highest of what is shown, both above 0, over `pixels`, with some room at both ends.
  LogAxis(double lowest, double highest, double pixels);

  /// Pixels from the top.
  [[nodiscard]] double place(double value) const;
  /// Round values for the grid, lowest first, none closer to another than `apart` pixels. `kept` is among them if it
  /// lies on the axis.
  [[nodiscard]] std::vector<double> ticks(double kept, double apart) const;

 private:
  double low_;  // logarithms of the ends
  double high_;
  double pixels_;
};

/// Moves places that are too close to each other apart, as little as possible, within 0 and `pixels`. They keep their
/// order; `places` need not be sorted.
std::vector<double> spread_out(const std::vector<double>& places, double apart, double pixels);

}  // namespace quern
