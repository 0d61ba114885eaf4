// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <ostream>
#include <string>

#include "harness/compare/comparison.hpp"

namespace quern {

struct ComparisonTableOptions {
  bool color = false;
  bool by_effect = false;     // largest change first, instead of the suite's order under its labels
  bool changed_only = false;  // without the cases that are the same
  std::size_t explained = 5;  // so many of the largest changes with the functions behind them
  std::size_t functions = 3;  // of each
};

/// A line for each case (`a → b  Δ  %`, `·` if equal), what explains the largest changes, in what the environments
/// differ, and the sum of it.
void write_comparison(const Comparison& comparison, const ComparisonTableOptions& options, std::ostream& out);

}  // namespace quern
