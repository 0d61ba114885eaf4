// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text/sparkline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace quern {
namespace {

constexpr std::string_view kBlocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::string_view kLevel = "▄";  // a series that does not move
constexpr std::string_view kGap = " ";    // no value

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
};

Range range_of(const std::vector<double>& values) {
  Range range;
  for (const double value : values)
    if (std::isfinite(value)) range = {std::min(range.low, value), std::max(range.high, value)};
  return range;
}

std::string_view block(double value, const Range& range) {
  if (!std::isfinite(value)) return kGap;
  if (range.low == range.high) return kLevel;
  // Halves first: the difference of two large numbers need not be finite.
  const double place = (value / 2 - range.low / 2) / (range.high / 2 - range.low / 2);
  const double top = static_cast<double>(std::size(kBlocks) - 1);
  return kBlocks[static_cast<std::size_t>(std::lround(std::clamp(place, 0.0, 1.0) * top))];
}

double distance_from_predecessor(const std::vector<double>& values, std::size_t at) {
  if (!std::isfinite(values[at])) return -1;
  if (at == 0 || !std::isfinite(values[at - 1])) return 0;
  return std::abs(values[at] - values[at - 1]);
}

// What one character shows of the values from `begin` to `end`: a spike or a step must not be averaged away.
double representative(const std::vector<double>& values, std::size_t begin, std::size_t end) {
  std::size_t farthest = begin;
  for (std::size_t at = begin + 1; at < end; ++at)
    if (distance_from_predecessor(values, at) > distance_from_predecessor(values, farthest)) farthest = at;
  return values[farthest];
}

}  // namespace

std::string sparkline(const std::vector<double>& values, std::size_t width) {
  const Range range = range_of(values);
  const std::size_t characters = std::min(width, values.size());
  std::string line;
  for (std::size_t i = 0; i < characters; ++i)
    line += block(representative(values, i * values.size() / characters, (i + 1) * values.size() / characters), range);
  return line;
}

}  // namespace quern
