// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <vector>

#include "harness/compare/comparison.hpp"

namespace quern {

using ComparedCases = std::vector<const CaseComparison*>;

struct ChosenBy {
  bool changed_only = false;  // without the cases that are the same
  bool by_effect = false;     // largest change first, instead of the suite's order
};

/// The cases that a table shows, in its order.
ComparedCases chosen_cases(const Comparison& comparison, const ChosenBy& by);

/// Those whose functions tell why they changed, the largest changes first and at most so many.
ComparedCases explained_cases(const Comparison& comparison, std::size_t most);

/// How large a change is, whichever way it goes.
double effect_of(const CaseComparison& compared);
bool has_changed(const CaseComparison& compared);

}  // namespace quern
