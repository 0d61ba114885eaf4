// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>

#include "harness/compare/backtest.hpp"
#include "harness/report/backtest/plot_lines.hpp"

namespace quern {

struct PlotOptions {
  PlotScale scale = PlotScale::relative;
  std::size_t depth = 1;   // how many labels make a group
  std::size_t lines = 20;  // with a colour and a name; the others are grey
  std::size_t notes = 8;   // of the largest steps, how many are explained
};

/// A picture of a group over the builds: a self-contained SVG, without script, link or font. Lines are told apart by
/// colours that the colour-blind can tell apart, by their dashes and by the names at their ends.
std::string backtest_svg(const Backtest& backtest, const PlotGroup& group, const PlotOptions& options);

}  // namespace quern
