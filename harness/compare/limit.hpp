// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/pattern.hpp"
#include "expand/case/case.hpp"

namespace quern {

/// How much more of a metric is accepted: `0.2%` of the base, `50` more, `0.2% | 50` whichever is more, `0.2% & 50`
/// whichever is less.
struct Limit {
  std::optional<double> percent;
  std::optional<double> absolute;  // in the metric's own unit
  bool both = false;               // `&`

  /// The increase over `base` that is still accepted.
  [[nodiscard]] double allowance(double base) const;
  bool operator==(const Limit&) const = default;
};

/// Nothing if it cannot be read.
std::optional<Limit> parse_limit(std::string_view text);
/// As parse_limit reads it.
std::string to_string(const Limit& limit);

/// One entry of `limits:` in quern.yaml. Of several that match a case, the last one that names the metric counts.
struct LimitRule {
  std::string match;  // a regular expression, searched in ids; empty: every case
  Pattern pattern;
  std::vector<std::string> tags;                        // one of them; empty: any
  std::map<std::string, std::optional<Limit>> metrics;  // by metric; no limit: the metric is not watched
  Origin where;

  [[nodiscard]] bool matches(const Case& args) const;
};

/// Limits that follow from how a case has moved from run to run: Q3 + 3 IQR of its changes, with a floor.
struct AdaptiveLimits {
  bool on = true;
  std::size_t changes = 10;        // so many are needed
  Limit floor{0.2, std::nullopt};  // never below
};

/// What quern.yaml says of `quern check`.
struct CheckRules {
  std::vector<LimitRule> limits;
  AdaptiveLimits adaptive;
  bool strict = false;  // 0 for instructions of cases that are exact on both sides and that no rule names
};

/// The metrics that some rule has a limit for, without `ir`: a check has to measure these.
std::set<std::string> watched_metrics(const CheckRules& rules);

/// Where a limit comes from, for people: `default`, `quern.yaml:4`, `strict`, `history of 23 changes`.
struct AppliedLimit {
  Limit limit;
  std::string origin;
};

}  // namespace quern
