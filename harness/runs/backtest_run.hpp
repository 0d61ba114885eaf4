// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <ostream>
#include <vector>

#include "harness/compare/backtest.hpp"
#include "harness/compare/bisect.hpp"
#include "harness/runs/build_runs.hpp"

namespace quern {

/// What builds are measured, and how steps are told.
struct BuildSearch {
  const std::vector<Case>& cases;
  const BuildSource& source;
  StepRule rule;
  std::size_t functions = 20;       // of each step, in the document
  bool allow_installation = false;  // compare full installations with C++ parts
};

/// A backtest, and the runs in the store that it is made of, in the order of builds.
struct BacktestRun {
  Backtest backtest;
  std::vector<std::int64_t> stored;
};

/// Measures the suite on one build after another; the next one is prepared meanwhile. A build that cannot be measured
/// is a line on `err`, and the rest goes on. After an interrupt, what was measured until then is the result.
BacktestRun run_backtest(const BuildSearch& search, BuildRuns& runs, std::ostream& err);

/// Looks for the steps of the one case of the suite; measures only what the search asks for.
Bisection run_bisect(const BuildSearch& search, BuildRuns& runs, std::ostream& err);

}  // namespace quern
