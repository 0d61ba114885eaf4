// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "harness/compare/backtest.hpp"

namespace quern {

/// A stretch of builds whose ends have equal counts, so that nobody looked between them.
struct LevelStretch {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// What a build is to a search.
struct BisectPoint {
  std::size_t build = 0;
  BacktestValue value;
};

struct Bisection {
  std::string id;
  std::vector<std::string> builds;    // names, in order
  std::vector<BisectPoint> measured;  // in the order of builds; those without a number too
  std::vector<BacktestStep> steps;    // in the order of builds; what lies within one could not be measured
  std::vector<LevelStretch> levels;   // of more than two builds
  double least_step = 0;
  bool interrupted = false;
};

/// Measures the build of that number; what has no number is skipped. May throw Error(interrupted).
using MeasureBuild = std::function<BacktestValue(std::size_t build)>;

/// Finds every step between builds whose counts differ. An interval whose ends differ is halved until the two sides of
/// the step are next to each other; an interval whose ends are equal is taken to be level, and said to be so. If the
/// very first and last are equal, the middle is looked at before that is believed. About log2(n) builds for each step.
/// If measure() throws Error(interrupted), what was found until then is the result.
Bisection bisect(std::vector<std::string> builds, StepRule rule, const MeasureBuild& measure);

}  // namespace quern
