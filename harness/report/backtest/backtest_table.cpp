// SPDX-License-Identifier: Apache-2.0
#include "harness/report/backtest/backtest_table.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/printable.hpp"
#include "harness/report/backtest/backtest_words.hpp"
#include "harness/report/text/sparkline.hpp"
#include "harness/report/text/text.hpp"

namespace quern {
namespace {

constexpr std::size_t kTableWidth = 100;
constexpr std::size_t kNameWidth = 28;
constexpr std::size_t kCourseWidth = 30;

std::string backtest_row_name(const Case& args) {
  return shown(fmt::format("{}  {}", args.label.back(), how_run(args)), kNameWidth);
}

std::string_view gap_word(const BacktestValue& value, const BacktestBuild& build) {
  if (!build.ok() || value.failure_kind == "missing") return "–";
  return to_string(value.status);
}

/// Columns that stand beside each other.
struct Columns {
  std::size_t begin = 0;
  std::size_t end = 0;
  const std::vector<std::size_t>& widths;  // of all columns
};

// As many as fit, and at least one.
Columns fitting_columns(std::size_t begin, const std::vector<std::size_t>& widths) {
  std::size_t end = begin;
  for (std::size_t used = kNameWidth + 2; end < widths.size(); ++end) {
    used += 2 + widths[end];
    if (used > kTableWidth && end > begin) break;
  }
  return {begin, end, widths};
}

/// Cases under one heading.
struct TableGroup {
  std::string heading;
  std::vector<const BacktestCase*> cases;
};

std::vector<TableGroup> table_groups(const Backtest& backtest) {
  std::vector<TableGroup> groups;
  for (const BacktestCase& entry : backtest.cases) {
    const std::string above = heading(entry.args);
    if (groups.empty() || groups.back().heading != above) groups.push_back({above, {}});
    groups.back().cases.push_back(&entry);
  }
  return groups;
}

class BacktestWriter {
 public:
  BacktestWriter(const Backtest& backtest, const BacktestTableOptions& options, std::ostream& out)
      : backtest_(backtest), options_(options), out_(out), titles_(build_titles(backtest)) {}

  void write() {
    for (const TableGroup& group : table_groups(backtest_)) write_numbers(group);
    write_course();
    write_steps();
    write_builds();
    write_gaps();
    write_summary();
  }

 private:
  [[nodiscard]] std::string_view color(std::string_view code) const { return options_.color ? code : ""; }

  [[nodiscard]] std::string cell(const BacktestCase& entry, std::size_t build) const {
    const BacktestValue& value = entry.values[build];
    if (!value.measured()) return std::string(gap_word(value, backtest_.builds[build]));
    std::string mark;
    for (const BacktestStep& step : entry.steps)
      if (step.at == build) mark = step.delta() > 0 ? "▲" : "▼";
    return mark + (value.verdict == "exact" ? "" : "~") + with_commas(value.instructions);
  }

  [[nodiscard]] std::vector<std::size_t> column_widths(const TableGroup& group) const {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < titles_.size(); ++i) {
      widths.push_back(character_count(titles_[i]));
      for (const BacktestCase* entry : group.cases)
        widths.back() = std::max(widths.back(), character_count(cell(*entry, i)));
    }
    return widths;
  }

  void write_numbers(const TableGroup& group) {
    const std::vector<std::size_t> widths = column_widths(group);
    fmt::print(out_, "{}{}{}\n", color(kBold), group.heading, color(kReset));
    for (std::size_t begin = 0; begin < widths.size();) {
      const Columns columns = fitting_columns(begin, widths);
      write_line("", columns, [&](std::size_t i) { return titles_[i]; });
      for (const BacktestCase* entry : group.cases)
        write_line(backtest_row_name(entry->args), columns, [&](std::size_t i) { return cell(*entry, i); });
      begin = columns.end;
    }
    fmt::print(out_, "\n");
  }

  template <typename CellOf>
  void write_line(const std::string& name, const Columns& columns, CellOf cell_of) {
    std::string line = "  " + pad(name, kNameWidth);
    for (std::size_t i = columns.begin; i < columns.end; ++i) {
      const std::string text = cell_of(i);
      line += std::string(2 + columns.widths[i] - character_count(text), ' ') + text;
    }
    fmt::print(out_, "{}\n", line);
  }

  void write_course() {
    fmt::print(out_, "{}From the first build to the last{}\n", color(kBold), color(kReset));
    std::string last;
    for (const BacktestCase& entry : backtest_.cases) {
      if (heading(entry.args) != last) fmt::print(out_, "{}\n", last = heading(entry.args));
      write_course_of(entry);
    }
    fmt::print(out_, "\n");
  }

  void write_course_of(const BacktestCase& entry) {
    const std::size_t width = std::min(kCourseWidth, entry.values.size());
    std::string line = fmt::format("  {}  {}", pad(backtest_row_name(entry.args), kNameWidth),
                                   pad(sparkline(counts_of(entry), kCourseWidth), width));
    for (const CaseEnds& ends : ends_of(entry)) {
      const double a = entry.values[ends.first].instructions;
      const double b = entry.values[ends.last].instructions;
      line += fmt::format("  {} → {}", with_commas(a), with_commas(b));
      if (a > 0 && b > 0) line += "  " + percent_of(b / a);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print(out_, "{}\n", line);
  }

  void write_steps() {
    std::vector<const BacktestCase*> cases;
    for (const BacktestCase& entry : backtest_.cases) cases.push_back(&entry);
    const std::vector<NamedStep> steps = largest_steps(cases, options_.steps);
    if (steps.empty()) return;
    fmt::print(out_, "{}What explains the largest steps{}\n", color(kBold), color(kReset));
    for (const NamedStep& named : steps) write_step(named);
    fmt::print(out_, "\n");
  }

  void write_step(const NamedStep& named) {
    const BacktestStep& step = *named.step;
    fmt::print(out_, "  {} → {}  {}\n      {} → {}  {}  {}{}{}\n", titles_[step.before], titles_[step.at],
               printable(named.entry->args.id), with_commas(step.a), with_commas(step.b), with_sign(step.delta()),
               color(step.delta() > 0 ? kRed : kGreen), step_percent(step), color(kReset));
    if (!step.changes.empty())
      fmt::print(out_, "      not the same on both sides: {}\n",
                 printable(fmt::format("{}", fmt::join(step.changes, ", "))));
    for (std::size_t i = 0; i < std::min(options_.functions, step.functions.size()); ++i) {
      const StepFunction& function = step.functions[i];
      fmt::print(out_, "    {:>12}  {}{}\n", with_sign(function.delta), shown(function.name, 70),
                 function.library.empty() ? "" : fmt::format("  [{}]", printable(function.library)));
    }
  }

  void write_builds() {
    for (std::size_t i = 0; i < titles_.size(); ++i) {
      const BacktestBuild& build = backtest_.builds[i];
      if (!build.ok())
        fmt::print(out_, "{}failed{}  {}: {}\n", color(kRed), color(kReset), printable(build.name),
                   first_line(build.failure));
      else if (!build.stable)
        fmt::print(out_, "unstable  {}: its sentries moved\n", printable(build.name));
    }
  }

  // Why a case has no number, once for each reason.
  void write_gaps() {
    std::map<std::string, std::size_t> reasons;
    for (const BacktestCase& entry : backtest_.cases)
      for (std::size_t i = 0; i < entry.values.size(); ++i)
        if (backtest_.builds[i].ok() && !entry.values[i].measured())
          ++reasons[fmt::format("{}: {}", to_string(entry.values[i].status), first_line(entry.values[i].failure))];
    for (const auto& [reason, count] : reasons) fmt::print(out_, "{} × {}\n", count, shown(reason, kTableWidth - 8));
  }

  void write_summary() {
    std::size_t steps = 0;
    for (const BacktestCase& entry : backtest_.cases) steps += entry.steps.size();
    const auto failed = std::count_if(backtest_.builds.begin(), backtest_.builds.end(),
                                      [](const BacktestBuild& build) { return !build.ok(); });
    fmt::print(out_, "{} build{} ({} failed), {} case{}, {} step{}", backtest_.builds.size(),
               backtest_.builds.size() == 1 ? "" : "s", failed, backtest_.cases.size(),
               backtest_.cases.size() == 1 ? "" : "s", steps, steps == 1 ? "" : "s");
    if (backtest_.least_step > 0) fmt::print(out_, " of more than {:g} %", backtest_.least_step * 100);
    fmt::print(out_, "{}\n", backtest_.interrupted ? "; interrupted" : "");
  }

  const Backtest& backtest_;
  const BacktestTableOptions& options_;
  std::ostream& out_;
  std::vector<std::string> titles_;
};

}  // namespace

void write_backtest_table(const Backtest& backtest, const BacktestTableOptions& options, std::ostream& out) {
  BacktestWriter(backtest, options, out).write();
}

}  // namespace quern
