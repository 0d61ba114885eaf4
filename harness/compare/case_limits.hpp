// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

#include "harness/compare/check.hpp"

namespace quern {

struct WatchedMetric {
  std::string metric;
  AppliedLimit limit;
};

/// The limits of one case: what the rules of quern.yaml say of it and, of its instructions, what counts without them.
class CaseLimits {
 public:
  CaseLimits(const Case& args, const CheckOptions& options);

  /// The rules that match the case.
  [[nodiscard]] const std::vector<const LimitRule*>& matched() const { return matched_; }
  /// Whether anything of the case is watched.
  [[nodiscard]] bool any() const;
  /// Instructions first. `exact`: the case is, on both sides.
  [[nodiscard]] std::vector<WatchedMetric> watched(bool exact) const;

 private:
  struct Ruled {
    std::optional<Limit> limit;
    const LimitRule* rule = nullptr;
  };
  [[nodiscard]] AppliedLimit unruled_instructions(bool exact) const;

  const Case& args_;
  const CheckOptions& options_;
  std::vector<const LimitRule*> matched_;
  std::map<std::string, Ruled> ruled_;  // by metric
};

}  // namespace quern
