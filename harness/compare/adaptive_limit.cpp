// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/adaptive_limit.hpp"

#include <algorithm>
#include <cmath>

#include "base/statistics.hpp"

namespace quern {
namespace {

// A limit is for people to read. Up, so that the changes it was made of stay within it.
double rounded_up(double percent) { return std::ceil(percent * 100 - 1e-9) / 100; }

bool has_change(const CountPoint& a, const CountPoint& b) {
  return are_comparable(a.origin, b.origin) && (a.count > 0 || a.count == b.count);
}

}  // namespace

std::vector<double> relative_changes(const std::vector<CountPoint>& points) {
  std::vector<double> changes;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double before = points[i - 1].count;
    const double delta = points[i].count - before;
    if (has_change(points[i - 1], points[i])) changes.push_back(delta == 0 ? 0 : delta / before);
  }
  return changes;
}

std::optional<Limit> adaptive_limit(const std::vector<double>& changes, const AdaptiveLimits& rules) {
  if (!rules.on || changes.empty() || changes.size() < rules.changes) return std::nullopt;
  std::vector<double> sizes;
  sizes.reserve(changes.size());
  for (const double change : changes) sizes.push_back(std::abs(change));
  const double q1 = quantile(sizes, 0.25);
  const double q3 = quantile(sizes, 0.75);
  Limit limit = rules.floor;
  limit.percent = std::max(limit.percent.value_or(0), rounded_up(100 * (q3 + 3 * (q3 - q1))));
  return limit;
}

}  // namespace quern
