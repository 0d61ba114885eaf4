// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "harness/compare/backtest.hpp"

namespace quern {

/// What each build is called where there is little room: its name, or of a long one its version if no other build has
/// the same. Fit to print.
std::vector<std::string> build_titles(const Backtest& backtest);

/// The counts of a case, in the order of builds; not a number where there is none.
std::vector<double> counts_of(const BacktestCase& entry);

/// The first and the last count of a case, if it has any.
struct CaseEnds {
  std::size_t first = 0;
  std::size_t last = 0;
};
std::vector<CaseEnds> ends_of(const BacktestCase& entry);

/// A step of a case.
struct NamedStep {
  const BacktestCase* entry = nullptr;
  const BacktestStep* step = nullptr;
};

/// The largest steps of these cases by their ratio, in the order of size, at most so many.
std::vector<NamedStep> largest_steps(const std::vector<const BacktestCase*>& cases, std::size_t most);

/// `+16.37 %`, or nothing where a ratio says nothing.
std::string step_percent(const BacktestStep& step);

}  // namespace quern
