// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/pattern.hpp"
#include "harness/compare/finding.hpp"
#include "harness/compare/limit.hpp"

namespace quern {

/// A finding that people accepted, for a time.
struct Waiver {
  std::string match;  // a regular expression, searched in ids
  Pattern pattern;
  std::string reason;
  std::string who;
  std::string expires;         // YYYY-MM-DD, the last day it holds
  std::optional<Limit> bound;  // a regression up to here only
  std::set<Finding> findings;  // what it is about; regressions if it does not say
  Origin where;

  [[nodiscard]] bool has_expired(const std::string& today) const { return expires < today; }
};

}  // namespace quern
