// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/case_limits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/compare/adaptive_limit.hpp"

namespace quern {
namespace {

constexpr double kDefaultPercent = 0.2;

}  // namespace

CaseLimits::CaseLimits(const Case& args, const CheckOptions& options) : args_(args), options_(options) {
  for (const LimitRule& rule : options.rules.limits) {
    if (!rule.matches(args)) continue;
    matched_.push_back(&rule);
    for (const auto& [metric, limit] : rule.metrics) ruled_[metric] = {limit, &rule};
  }
}

bool CaseLimits::any() const {
  const auto is_watched = [](const auto& entry) { return entry.second.limit.has_value(); };
  return !ruled_.contains(kInstructions) || std::any_of(ruled_.begin(), ruled_.end(), is_watched);
}

AppliedLimit CaseLimits::unruled_instructions(bool exact) const {
  if (options_.rules.strict && exact) return {Limit{std::nullopt, 0}, "strict"};
  if (options_.rules.adaptive.on && options_.history) {
    const std::vector<double> changes = options_.history(args_);
    if (const std::optional<Limit> limit = adaptive_limit(changes, options_.rules.adaptive))
      return {*limit, fmt::format("history of {} changes", changes.size())};
  }
  return {Limit{kDefaultPercent, std::nullopt}, "default"};
}

std::vector<WatchedMetric> CaseLimits::watched(bool exact) const {
  std::vector<WatchedMetric> watched;
  if (!ruled_.contains(kInstructions)) watched.push_back({kInstructions, unruled_instructions(exact)});
  for (const auto& [metric, ruled] : ruled_) {
    if (!ruled.limit) continue;
    const Origin& where = ruled.rule->where;
    const auto place = metric == kInstructions ? watched.begin() : watched.end();
    watched.insert(place, {metric, {*ruled.limit, fmt::format("{}:{}", where.file, where.line)}});
  }
  return watched;
}

}  // namespace quern
