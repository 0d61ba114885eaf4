// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <vector>

namespace quern {

/// The value below which a share of the others lies, between neighbours by proportion. There must be a value.
double quantile(std::vector<double> values, double share);
double median(const std::vector<double>& values);
/// Third quartile less first.
double interquartile_range(const std::vector<double>& values);

/// Two ends, both included.
struct Bounds {
  double low = 0;
  double high = 0;

  [[nodiscard]] double width() const { return high - low; }
  bool operator==(const Bounds&) const = default;
};

/// Where the median of what the values were drawn from lies with at least this confidence, whatever their distribution:
/// two of the values themselves, by their order. Nothing if there are too few of them (95 % needs 6).
std::optional<Bounds> median_bounds(std::vector<double> values, double confidence = 0.95);

/// How far the order of the values is that of their size: 1 if each is larger than all before, -1 if smaller (Kendall).
double trend_of(const std::vector<double>& values);

/// Values that come in two clusters, with a gap between them.
struct TwoClusters {
  double lower = 0;  // median of each
  double upper = 0;
  double upper_share = 0;  // of the values
};

/// Nothing unless both clusters hold a good part of the values and lie apart by much more than their own widths.
std::optional<TwoClusters> two_clusters(std::vector<double> values);

}  // namespace quern
