// SPDX-License-Identifier: Apache-2.0
#include "harness/report/backtest/bisect_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/report/text/text.hpp"

namespace quern {
namespace {

std::vector<const BisectPoint*> with_number(const Bisection& bisection) {
  std::vector<const BisectPoint*> points;
  for (const BisectPoint& point : bisection.measured)
    if (point.value.measured()) points.push_back(&point);
  return points;
}

std::string rest_sentence(const Bisection& bisection) {
  const std::vector<const BisectPoint*> points = with_number(bisection);
  if (points.size() < 2 || bisection.interrupted) return {};
  double rest = points.back()->value.instructions - points.front()->value.instructions;
  for (const BacktestStep& step : bisection.steps) rest -= step.delta();
  if (rest == 0) return {};
  return fmt::format("{} of the change from the first build to the last is in changes too small to be steps",
                     with_sign(rest));
}

}  // namespace

std::string measured_sentence(const Bisection& bisection) {
  const std::size_t numbers = with_number(bisection).size();
  const std::size_t skipped = bisection.measured.size() - numbers;
  std::string text = fmt::format("{} of {} builds measured", numbers, bisection.builds.size());
  if (skipped > 0) text += fmt::format(", {} skipped", skipped);
  return text + (bisection.interrupted ? "; interrupted" : "");
}

std::vector<std::string> unseen_sentences(const Bisection& bisection) {
  std::vector<std::string> sentences;
  for (const LevelStretch& level : bisection.levels)
    sentences.push_back(fmt::format(
        "the counts of {} and {} are taken to be equal: steps that cancel each other in the {} build{} between them "
        "are not seen",
        bisection.builds[level.first], bisection.builds[level.last], level.last - level.first - 1,
        level.last - level.first == 2 ? "" : "s"));
  if (std::string rest = rest_sentence(bisection); !rest.empty()) sentences.push_back(std::move(rest));
  return sentences;
}

std::string within_sentence(const Bisection& bisection, const BacktestStep& step) {
  const std::size_t within = step.at - step.before - 1;
  if (within == 0) return {};
  return fmt::format("{} build{} between them could not be measured (from {} to {})", within, within == 1 ? "" : "s",
                     bisection.builds[step.before + 1], bisection.builds[step.at - 1]);
}

}  // namespace quern
