// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <set>
#include <sstream>
#include <string>

#include "harness/report/comparison/comparison_table.hpp"
#include "harness/report/text/difference_words.hpp"
#include "harness/report/text/environments.hpp"
#include "harness/report/text/markdown.hpp"
#include "harness/report/text/notes.hpp"
#include "harness/report/text/text.hpp"

namespace quern {
namespace {

constexpr std::size_t kMostOfCell = 200;  // characters: one name must not make the page unreadable

std::string short_cell(const std::string& text) { return markdown_text(without_middle(first_line(text), kMostOfCell)); }

std::string name_cell(const TimerArgs& args) { return markdown_code(shown(args.label.back(), kMostOfCell)); }

/// Begins a table if the case stands under other labels than the one before.
class Headings {
 public:
  Headings(std::string columns, std::ostream& out) : columns_(std::move(columns)), out_(out) {}

  void before(const TimerArgs& args) {
    const std::string now = heading(args);
    if (begun_ && now == last_) return;
    fmt::print(out_, "{}### {}\n\n{}", begun_ ? "\n" : "", markdown_text(without_middle(now, kMostOfCell)), columns_);
    begun_ = true;
    last_ = now;
  }

 private:
  std::string columns_;
  std::ostream& out_;
  std::string last_;
  bool begun_ = false;
};

std::string outcome_cell(const CaseResult& result) {
  if (!result.measurement) {
    const std::string reason = result.failure ? short_cell(result.failure->message) : "";
    return fmt::format("{}{}{}", to_string(result.status), reason.empty() ? "" : ": ", reason);
  }
  const Measurement& measured = *result.measurement;
  std::string text(to_string(measured.verdict));
  if (measured.verdict != Verdict::exact) text += fmt::format(" ±{}", with_commas(measured.spread()));
  for (const std::string& note : result.notes) text += "; " + short_cell(note);
  return text;
}

std::string row_of(const CaseResult& result, const std::set<std::string>& metrics) {
  const std::string count = result.measurement ? with_commas(result.measurement->instructions()) : "";
  std::string row = fmt::format("| {} | {} | {} |", name_cell(*result.args), how_run(*result.args), count);
  for (const std::string& name : metrics) {
    const MetricValue* const metric = result.measurement ? result.measurement->find(name) : nullptr;
    row += fmt::format(" {} |", metric != nullptr ? with_commas(metric->value) : "");
  }
  return fmt::format("{} {} |\n", row, outcome_cell(result));
}

std::string change_cells(const CaseComparison& compared) {
  const auto number = [](const std::optional<double>& value) { return value ? with_commas(*value) : "–"; };
  const std::string counts = fmt::format("{} | {}", number(compared.a), number(compared.b));
  if (compared.change == Change::same) return counts + " | · | · | same";
  if (!compared.a || !compared.b)
    return fmt::format("{} | | | {}: {}", counts, to_string(compared.change), short_cell(compared.reason));
  std::string text = fmt::format("{} | {} | {} | {}", counts, with_sign(compared.delta()),
                                 compared.has_ratio() ? percent_of(compared.ratio()) : "–", to_string(compared.change));
  if (compared.change == Change::unstable) text += fmt::format(" ±{}", with_commas(compared.spread));
  return text;
}

std::string notes_cell(const CaseComparison& compared) {
  std::string text;
  for (const std::string& note : note_lines({compared.notes_a, compared.notes_b, "A", "B"}))
    text += "; " + markdown_text(note);
  return text;
}

}  // namespace

void write_run_markdown(const Run& run, std::ostream& out) {
  const std::set<std::string> metrics = metric_names(run);
  std::string names = "| case | run | instructions |";
  std::string sides = "|:--|:--|--:|";
  for (const std::string& name : metrics) {
    names += fmt::format(" {} |", short_cell(name));
    sides += "--:|";
  }
  Headings headings(fmt::format("{} verdict |\n{}:--|\n", names, sides), out);
  for (const CaseResult& result : run.cases) {
    headings.before(*result.args);
    out << row_of(result, metrics);
  }
  std::stringstream summary;
  write_summary(run, summary);
  for (std::string line; std::getline(summary, line);)
    fmt::print(out, "{}\n", line.empty() ? "" : markdown_text(line) + "  ");
}

void write_comparison_markdown(const Comparison& comparison, std::ostream& out) {
  fmt::print(out, "**{}**\n\n", markdown_text(sum_text(comparison)));
  Headings headings("| case | run | A | B | Δ | % | change |\n|:--|:--|--:|--:|--:|--:|:--|\n", out);
  for (const CaseComparison& compared : comparison.cases) {
    headings.before(*compared.args);
    fmt::print(out, "| {} | {} | {}{} |\n", name_cell(*compared.args), how_run(*compared.args), change_cells(compared),
               notes_cell(compared));
  }
  fmt::print(out, "\n- A: {}\n- B: {}\n", markdown_text(environment_text(comparison.a)),
             markdown_text(environment_text(comparison.b)));
  if (const std::string same = libraries_text(comparison.same_libraries, "A and B"); !same.empty())
    fmt::print(out, "- {}\n", same);
  const ShownDifferences differences = shown_differences(comparison.differences);
  for (const Difference* difference : differences.shown)
    fmt::print(out, "- {}: {} → {}\n", short_cell(what_text(*difference)), short_cell(a_text(*difference)),
               short_cell(b_text(*difference)));
  if (differences.others > 0) fmt::print(out, "- {}\n", others_text(differences.others));
  for (const std::string& note : note_lines({comparison.notes_a, comparison.notes_b, "A", "B"}))
    fmt::print(out, "- {}\n", markdown_text(note));
}

}  // namespace quern
