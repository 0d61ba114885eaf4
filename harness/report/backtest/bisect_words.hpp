// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/compare/bisect.hpp"

namespace quern {

// What reports of a bisection say in the same words; not yet made printable.

/// How many builds have a number, of how many, and how many could not be measured.
std::string measured_sentence(const Bisection& bisection);

/// What the search cannot know: one sentence for each stretch that it took to be level, and one if what the steps do
/// not explain of the change from end to end is too small to be steps.
std::vector<std::string> unseen_sentences(const Bisection& bisection);

/// The builds within a step, which could not be measured: the step is at one of them or behind them. Empty if none.
std::string within_sentence(const Bisection& bisection, const BacktestStep& step);

}  // namespace quern
