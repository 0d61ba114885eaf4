// SPDX-License-Identifier: Apache-2.0
#include "base/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "base/error.hpp"

namespace quern {
namespace {

double sorted_quantile(const std::vector<double>& sorted, double share) {
  QUERN_ASSERT(!sorted.empty());
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

// How likely it is that at most `most` of `count` values lie below the median of their distribution: a fair coin's
// tail.
double tail_of_half(std::size_t most, std::size_t count) {
  const auto n = static_cast<double>(count);
  double sum = 0;
  for (std::size_t k = 0; k <= most; ++k) {
    const auto i = static_cast<double>(k);
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1) - n * std::log(2.0));
  }
  return sum;
}

struct Sums {
  double count = 0;
  double sum = 0;
  double squares = 0;

  void add(double value) {
    count += 1;
    sum += value;
    squares += value * value;
  }
  [[nodiscard]] double scatter() const { return count == 0 ? 0 : std::max(0.0, squares - sum * sum / count); }
};

// The place that leaves the least scatter on both of its sides.
std::size_t best_split(const std::vector<double>& sorted, double centre) {
  std::vector<double> below(sorted.size() + 1);
  Sums sums;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    below[i] = sums.scatter();
    sums.add(sorted[i] - centre);  // centred: squares of large numbers that differ little would cancel
  }
  std::size_t best = 0;
  double least = sums.scatter();
  Sums above;
  for (std::size_t i = sorted.size(); i-- > 1;) {
    above.add(sorted[i] - centre);
    if (const double both = below[i] + above.scatter(); both < least) {
      least = both;
      best = i;
    }
  }
  return best;
}

}  // namespace

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return sorted_quantile(values, share);
}

double median(const std::vector<double>& values) { return quantile(values, 0.5); }

double interquartile_range(const std::vector<double>& values) {
  return quantile(values, 0.75) - quantile(values, 0.25);
}

std::optional<Bounds> median_bounds(std::vector<double> values, double confidence) {
  std::sort(values.begin(), values.end());
  std::optional<Bounds> bounds;
  for (std::size_t out = 0; 2 * out + 1 < values.size(); ++out) {
    if (1 - 2 * tail_of_half(out, values.size()) < confidence) break;
    bounds = Bounds{values[out], values[values.size() - 1 - out]};
  }
  return bounds;
}

double trend_of(const std::vector<double>& values) {
  double balance = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = i + 1; j < values.size(); ++j)
      balance += values[j] > values[i] ? 1 : values[j] < values[i] ? -1 : 0;
  const auto count = static_cast<double>(values.size());
  return count < 2 ? 0 : balance / (count * (count - 1) / 2);
}

std::optional<TwoClusters> two_clusters(std::vector<double> values) {
  constexpr std::size_t kFewest = 20;
  constexpr double kShare = 0.15;
  constexpr double kApart = 3;  // gap between the clusters' near quartiles, in the larger of their widths
  if (values.size() < kFewest) return std::nullopt;
  std::sort(values.begin(), values.end());
  const std::size_t split = best_split(values, sorted_quantile(values, 0.5));
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(split);
  const std::vector<double> lower(values.begin(), middle);
  const std::vector<double> upper(middle, values.end());
  const double share = static_cast<double>(upper.size()) / static_cast<double>(values.size());
  if (share < kShare || share > 1 - kShare) return std::nullopt;
  const double gap = sorted_quantile(upper, 0.25) - sorted_quantile(lower, 0.75);
  if (gap <= kApart * std::max(interquartile_range(lower), interquartile_range(upper))) return std::nullopt;
  return TwoClusters{median(lower), median(upper), share};
}

}  // namespace quern
