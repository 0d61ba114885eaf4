// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/yaml/problems.hpp"
#include "expand/case/case.hpp"
#include "expand/group.hpp"

namespace quern {

/// More cases than this in one expansion are a mistake in its axes.
inline constexpr std::size_t kMostCases = 100'000;

/// What the files leave open.
struct ExpandOptions {
  std::uint64_t seed = 0;  // of values that configs of operators let be drawn
  bool backward = false;   // operators of configs in PARAM's form also with their backward pass
};

/// Expands checked groups into flat cases, in the order of the files and, within a definition, axes × runtime ×
/// pass × language × threads. Pure. Reports duplicate ids and axes that are unknown, unused or multiply without bound.
std::vector<Case> materialize(std::span<const Group> groups, Problems& problems, const ExpandOptions& options = {});

}  // namespace quern
