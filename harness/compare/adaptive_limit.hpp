// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "harness/compare/limit.hpp"
#include "harness/model/conditions.hpp"

namespace quern {

/// What a stored run says of one case.
struct CountPoint {
  double count = 0;
  CountOrigin origin;
};

/// The changes between neighbours, as fractions of the earlier one. Pairs that cannot be compared, and
/// those that begin with 0 and do not stay there, are left out.
std::vector<double> relative_changes(const std::vector<CountPoint>& points);

/// Q3 + 3 IQR of how much the changes are, in percent and rounded up to 0.01; never below the floor. Nothing if there
/// are too few, or none are wanted.
std::optional<Limit> adaptive_limit(const std::vector<double>& changes, const AdaptiveLimits& rules);

}  // namespace quern
