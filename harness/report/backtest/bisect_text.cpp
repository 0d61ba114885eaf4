// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

#include "base/printable.hpp"
#include "harness/report/backtest/backtest_words.hpp"
#include "harness/report/backtest/bisect_reports.hpp"
#include "harness/report/backtest/bisect_words.hpp"
#include "harness/report/text/text.hpp"

namespace quern {
namespace {

constexpr std::size_t kBuildWidth = 40;

void write_points(const Bisection& bisection, std::ostream& out) {
  std::size_t width = 0;
  for (const BisectPoint& point : bisection.measured)
    width = std::max(width, character_count(shown(bisection.builds[point.build], kBuildWidth)));
  for (const BisectPoint& point : bisection.measured) {
    const std::string name = pad(shown(bisection.builds[point.build], kBuildWidth), width);
    const BacktestValue& value = point.value;
    if (value.measured())
      fmt::print(out, "  {}  {:>14}{}\n", name, with_commas(value.instructions),
                 value.spread == 0 ? "" : fmt::format("  ± {}", with_commas(value.spread)));
    else
      fmt::print(out, "  {}  {:>14}  {}\n", name, "skipped", first_line(value.failure));
  }
}

void write_found_step(const Bisection& bisection, const BacktestStep& step, const BisectTextOptions& options,
                      std::ostream& out) {
  const std::string_view color = !options.color ? "" : step.delta() > 0 ? kRed : kGreen;
  fmt::print(out, "\n{} → {}\n  {} → {}  {}  {}{}{}\n", printable(bisection.builds[step.before]),
             printable(bisection.builds[step.at]), with_commas(step.a), with_commas(step.b), with_sign(step.delta()),
             color, step_percent(step), options.color ? kReset : "");
  if (const std::string within = within_sentence(bisection, step); !within.empty())
    fmt::print(out, "  {}\n", printable(within));
  if (!step.changes.empty())
    fmt::print(out, "  not the same on both sides: {}\n", printable(fmt::format("{}", fmt::join(step.changes, ", "))));
  for (std::size_t i = 0; i < std::min(options.functions, step.functions.size()); ++i) {
    const StepFunction& function = step.functions[i];
    fmt::print(out, "  {:>12}  {}{}\n", with_sign(function.delta), printable(function.name),
               function.library.empty() ? "" : fmt::format("  [{}]", printable(function.library)));
  }
}

}  // namespace

void write_bisect_text(const Bisection& bisection, const BisectTextOptions& options, std::ostream& out) {
  fmt::print(out, "{}\n", printable(bisection.id));
  write_points(bisection, out);
  for (const BacktestStep& step : bisection.steps) write_found_step(bisection, step, options, out);
  fmt::print(out, "\n");
  for (const std::string& sentence : unseen_sentences(bisection)) fmt::print(out, "note: {}\n", printable(sentence));
  fmt::print(out, "{} step{}", bisection.steps.size(), bisection.steps.size() == 1 ? "" : "s");
  if (bisection.least_step > 0) fmt::print(out, " of more than {:g} %", bisection.least_step * 100);
  fmt::print(out, "; {}\n", measured_sentence(bisection));
}

}  // namespace quern
