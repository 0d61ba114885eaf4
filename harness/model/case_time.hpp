// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace quern {

/// The metric of time.
inline constexpr const char* kTime = "time";

/// How many samples took how long: equal parts from one end to the other.
struct Histogram {
  double from = 0;
  double to = 0;
  std::vector<std::size_t> counts = {};

  bool operator==(const Histogram&) const = default;
};

/// How long one iteration takes, in nanoseconds, without the loop. A sample is what a block of iterations took, divided
/// by their number; a round is what one process measured.
struct CaseTime {
  std::string device;  // cpu, cuda:0
  std::string mode;    // cpu, cold, batch or events
  double median = 0;   // of the rounds' medians
  double iqr = 0;      // of all samples
  double low = 0;      // where the median lies with 95 % confidence, by the order of the rounds' medians
  double high = 0;
  std::size_t samples = 0;
  long block = 0;                   // iterations
  std::size_t dropped = 0;          // samples of blocks that another process interrupted
  std::vector<double> rounds = {};  // the median of each, in their order
  Histogram histogram = {};
  std::vector<std::string> warnings = {};  // what spoils the number, and what helps: one sentence each

  [[nodiscard]] double relative_width() const { return median > 0 ? (high - low) / median : 0; }
  bool operator==(const CaseTime&) const = default;
};

}  // namespace quern
