// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <ostream>

#include "harness/compare/backtest.hpp"

namespace quern {

struct BacktestTableOptions {
  bool color = false;
  std::size_t steps = 10;     // of the largest ones, how many are explained
  std::size_t functions = 3;  // behind each of them
};

/// Cases by builds, as many columns beside each other as fit into 100 characters, with a mark where a step leads to a
/// build; then the course of each case in one line, the largest steps with their functions, and the builds that failed.
void write_backtest_table(const Backtest& backtest, const BacktestTableOptions& options, std::ostream& out);

}  // namespace quern
