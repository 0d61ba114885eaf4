// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "harness/compare/backtest.hpp"

namespace quern {

/// The cases of one picture.
struct PlotGroup {
  std::string name;  // the labels that they share, `Pointwise / Math`; empty: all cases
  std::vector<const BacktestCase*> cases;
};

/// The cases by their first `depth` labels, in the order of the suite; 0: all in one. Cases without any count are left
/// out, and so are groups that have none.
std::vector<PlotGroup> plot_groups(const Backtest& backtest, std::size_t depth);

/// relative: each case as a multiple of its first count. count: instructions.
enum class PlotScale { relative, count };

/// A line of a picture.
struct PlotLine {
  const BacktestCase* entry = nullptr;
  std::string name;
  std::vector<double> values;  // in the order of builds; not a number where there is none
  double change = 0;           // the logarithm of its highest as a multiple of its lowest
};

/// The lines of a group, those that change most first. Counts that are not above 0 have no place on a logarithmic axis:
/// they are gaps. `depth`: how many labels are left out of the names, being in the group's.
std::vector<PlotLine> plot_lines(const PlotGroup& group, PlotScale scale, std::size_t depth);

/// How all cases of the group are run, `cpp t1`; empty if they are not all run the same way.
std::string common_how(const PlotGroup& group);

/// The geometric mean of the cases that have a count on every build on which any case has one: other cases would move
/// the mean by coming and going. `cases` is how many those are; the values are empty if they are fewer than two.
struct PlotMean {
  std::size_t cases = 0;
  std::vector<double> values;
};

PlotMean mean_of(const std::vector<PlotLine>& lines);

}  // namespace quern
