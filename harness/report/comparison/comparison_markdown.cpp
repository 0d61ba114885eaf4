// SPDX-License-Identifier: Apache-2.0
#include "harness/report/comparison/comparison_markdown.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <string>

#include "harness/compare/layout_change.hpp"
#include "harness/report/comparison/comparison_words.hpp"
#include "harness/report/text/difference_words.hpp"
#include "harness/report/text/environments.hpp"
#include "harness/report/text/markdown.hpp"
#include "harness/report/text/markdown_table.hpp"
#include "harness/report/text/notes.hpp"
#include "harness/report/text/text.hpp"

namespace quern {
namespace {

std::string change_cells(const CaseComparison& compared) {
  const ChangeWords words = change_words(compared, "–");
  const std::string counts = fmt::format("{} | {}", words.a, words.b);
  if (compared.change == Change::same) return counts + " | · | · | same";
  if (!compared.a || !compared.b)
    return fmt::format("{} | | | {}: {}", counts, to_string(compared.change), short_cell(compared.reason));
  return fmt::format("{} | {} | {} | {}", counts, words.delta, words.percent, words.change);
}

std::string notes_cell(const CaseComparison& compared) {
  const std::string layouts = layouts_text(compared);
  std::string text = layouts.empty() ? "" : "; " + markdown_text(layouts);
  for (const std::string& note : note_lines({compared.notes_a, compared.notes_b, "A", "B"}))
    text += "; " + markdown_text(note);
  return text;
}

}  // namespace

void write_comparison_markdown(const Comparison& comparison, std::ostream& out) {
  fmt::print(out, "**{}**\n\n", markdown_text(sum_text(comparison)));
  MarkdownTables tables("| case | run | A | B | Δ | % | change |\n|:--|:--|--:|--:|--:|--:|:--|\n", out);
  for (const CaseComparison& compared : comparison.cases) {
    tables.before(*compared.args);
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
