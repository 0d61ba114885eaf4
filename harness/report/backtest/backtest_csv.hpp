// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>

#include "harness/compare/backtest.hpp"

namespace quern {

/// A line for each case on each build; `step` is 1 where a step leads to that build, and `delta` is its size.
void write_backtest_csv(const Backtest& backtest, std::ostream& out);

}  // namespace quern
