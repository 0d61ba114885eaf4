// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

#include "harness/report/backtest/backtest_words.hpp"
#include "harness/report/backtest/bisect_reports.hpp"
#include "harness/report/backtest/bisect_words.hpp"
#include "harness/report/text/markdown.hpp"
#include "harness/report/text/text.hpp"

namespace quern {
namespace {

void write_step_section(const Bisection& bisection, const BacktestStep& step, std::size_t functions,
                        std::ostream& out) {
  fmt::print(out, "\n#### {} → {}: {} → {} instructions, {} {}\n", markdown_code(bisection.builds[step.before]),
             markdown_code(bisection.builds[step.at]), with_commas(step.a), with_commas(step.b),
             with_sign(step.delta()), step_percent(step).empty() ? "" : fmt::format("({})", step_percent(step)));
  if (const std::string within = within_sentence(bisection, step); !within.empty())
    fmt::print(out, "\n{}.\n", markdown_text(within));
  if (!step.changes.empty())
    fmt::print(out, "\nNot the same on both sides: {}.\n",
               markdown_text(fmt::format("{}", fmt::join(step.changes, ", "))));
  if (step.functions.empty()) return;
  fmt::print(out, "\n| instructions | function | library |\n|---:|---|---|\n");
  for (std::size_t i = 0; i < std::min(functions, step.functions.size()); ++i) {
    const StepFunction& function = step.functions[i];
    fmt::print(out, "| {} | {} | {} |\n", with_sign(function.delta), markdown_code(function.name),
               function.library.empty() ? "" : markdown_code(function.library));
  }
}

void write_point_table(const Bisection& bisection, std::ostream& out) {
  fmt::print(out, "\n<details><summary>{}</summary>\n\n| build | instructions |\n|---|---:|\n",
             markdown_text(measured_sentence(bisection)));
  for (const BisectPoint& point : bisection.measured)
    fmt::print(out, "| {} | {} |\n", markdown_code(bisection.builds[point.build]),
               point.value.measured() ? with_commas(point.value.instructions)
                                      : "skipped: " + markdown_text(first_line(point.value.failure)));
  fmt::print(out, "\n</details>\n");
}

}  // namespace

void write_bisect_markdown(const Bisection& bisection, std::size_t functions, std::ostream& out) {
  fmt::print(out, "### {}: {} step{} in {} builds\n", markdown_code(bisection.id), bisection.steps.size(),
             bisection.steps.size() == 1 ? "" : "s", bisection.builds.size());
  for (const BacktestStep& step : bisection.steps) write_step_section(bisection, step, functions, out);
  write_point_table(bisection, out);
  for (const std::string& sentence : unseen_sentences(bisection))
    fmt::print(out, "\nNote: {}.\n", markdown_text(sentence));
}

}  // namespace quern
