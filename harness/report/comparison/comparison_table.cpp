// SPDX-License-Identifier: Apache-2.0
#include "harness/report/comparison/comparison_table.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <string>

#include "base/printable.hpp"
#include "harness/compare/layout_change.hpp"
#include "harness/report/comparison/comparison_rows.hpp"
#include "harness/report/comparison/comparison_words.hpp"
#include "harness/report/comparison/explanation_text.hpp"
#include "harness/report/text/difference_words.hpp"
#include "harness/report/text/environments.hpp"
#include "harness/report/text/notes.hpp"
#include "harness/report/text/text.hpp"

namespace quern {
namespace {

// Red and green by size: what is below a tenth of a percent is worth no colour.
std::string_view color_of(const CaseComparison& compared) {
  constexpr double kVisible = 0.001;
  constexpr double kLarge = 0.05;
  if (compared.failed) return kRed;
  if (compared.change == Change::unstable) return kYellow;
  if (!has_changed(compared) || effect_of(compared) < kVisible) return {};
  if (compared.change == Change::faster) return effect_of(compared) < kLarge ? kGreen : kBoldGreen;
  return effect_of(compared) < kLarge ? kRed : kBoldRed;
}

std::string outcome(const CaseComparison& compared) {
  const ChangeWords words = change_words(compared, "-");
  if (compared.change == Change::same) return fmt::format("{:>14}   ·", words.a);
  const std::string counts = fmt::format("{:>14} → {:<14}", words.a, words.b);
  if (!compared.a || !compared.b) return fmt::format("{}  {}: {}", counts, words.change, first_line(compared.reason));
  std::string text = fmt::format("{}  {:>12}  {:>9}", counts, words.delta, words.percent);
  if (compared.change == Change::unstable) text += "  " + words.change;
  if (compared.held < compared.layouts.size()) text += "; " + layouts_text(compared);
  return text;
}

void write_side_notes(const SideNotes& notes, std::string_view indent, std::ostream& out) {
  for (const std::string& note : note_lines(notes)) fmt::print(out, "{}{}\n", indent, note);
}

void write_cases(const Comparison& comparison, const ComparisonTableOptions& options, std::ostream& out) {
  const ComparedCases cases = chosen_cases(comparison, {options.changed_only, options.by_effect});
  const auto name_of = [&](const CaseComparison& compared) {
    return printable(options.by_effect ? compared.args->id : compared.args->label.back());
  };
  std::size_t width = 0;
  for (const CaseComparison* compared : cases) width = std::max(width, character_count(name_of(*compared)));
  std::string last;
  for (const CaseComparison* compared : cases) {
    if (const std::string now = heading(*compared->args); !options.by_effect && now != last) {
      fmt::print(out, "{}{}{}{}\n", last.empty() ? "" : "\n", options.color ? kBold : "", now,
                 options.color ? kReset : "");
      last = now;
    }
    const std::string_view color = options.color ? color_of(*compared) : std::string_view{};
    fmt::print(out, "  {}  {}  {}{}{}\n", pad(name_of(*compared), width),
               options.by_effect ? "" : pad(how_run(*compared->args), 14), color, outcome(*compared),
               color.empty() ? "" : kReset);
    write_side_notes({compared->notes_a, compared->notes_b, "A", "B"}, "    ", out);
  }
}

void write_explanations(const Comparison& comparison, const ComparisonTableOptions& options, std::ostream& out) {
  const ComparedCases cases = explained_cases(comparison, options.explained);
  if (!cases.empty()) fmt::print(out, "\nWhat explains the largest changes\n");
  for (const CaseComparison* compared : cases) {
    const std::string layouts = layouts_text(*compared);
    fmt::print(out, "  {}  {}{}{}\n", printable(compared->args->id), with_sign(compared->delta()),
               layouts.empty() ? "" : "; ", layouts);
    write_short_explanation(*compared->explanation, options.functions, out);
  }
}

void write_environments(const Comparison& comparison, std::ostream& out) {
  fmt::print(out, "\nA: {}\nB: {}\n", environment_text(comparison.a), environment_text(comparison.b));
  if (const std::string same = libraries_text(comparison.same_libraries, "A and B"); !same.empty())
    fmt::print(out, "{}\n", same);
  const ShownDifferences differences = shown_differences(comparison.differences);
  for (const Difference* difference : differences.shown)
    fmt::print(out, "  {}: {} → {}\n", printable(what_text(*difference)), first_line(a_text(*difference)),
               first_line(b_text(*difference)));
  if (differences.others > 0) fmt::print(out, "  {}\n", others_text(differences.others));
  write_side_notes({comparison.notes_a, comparison.notes_b, "A", "B"}, "", out);
}

}  // namespace

void write_comparison(const Comparison& comparison, const ComparisonTableOptions& options, std::ostream& out) {
  write_cases(comparison, options, out);
  write_explanations(comparison, options, out);
  write_environments(comparison, out);
  fmt::print(out, "\n{}\n", sum_text(comparison));
}

}  // namespace quern
