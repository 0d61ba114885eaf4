// SPDX-License-Identifier: Apache-2.0
#include "harness/report/comparison_table.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/printable.hpp"
#include "harness/report/csv.hpp"
#include "harness/report/environments.hpp"
#include "harness/report/explanation_text.hpp"
#include "harness/report/notes.hpp"
#include "harness/report/text.hpp"

namespace quern {
namespace {

using Cases = std::vector<const CaseComparison*>;

double effect(const CaseComparison& compared) { return std::abs(std::log(compared.ratio())); }

bool has_changed(const CaseComparison& compared) {
  return compared.change == Change::faster || compared.change == Change::slower;
}

Cases chosen(const Comparison& comparison, const ComparisonTableOptions& options) {
  Cases cases;
  for (const CaseComparison& compared : comparison.cases)
    if (!options.changed_only || compared.change != Change::same) cases.push_back(&compared);
  if (options.by_effect)
    std::stable_sort(cases.begin(), cases.end(),
                     [](const CaseComparison* a, const CaseComparison* b) { return effect(*a) > effect(*b); });
  return cases;
}

// Red and green by size: what is below a tenth of a percent is worth no colour.
std::string_view color_of(const CaseComparison& compared) {
  constexpr double kVisible = 0.001;
  constexpr double kLarge = 0.05;
  if (compared.failed) return kRed;
  if (compared.change == Change::unstable) return kYellow;
  if (!has_changed(compared) || effect(compared) < kVisible) return {};
  if (compared.change == Change::faster) return effect(compared) < kLarge ? kGreen : kBoldGreen;
  return effect(compared) < kLarge ? kRed : kBoldRed;
}

std::string outcome(const CaseComparison& compared) {
  const auto number = [](const std::optional<double>& value) { return value ? with_commas(*value) : std::string("-"); };
  const std::string counts = fmt::format("{:>14} → {:<14}", number(compared.a), number(compared.b));
  if (compared.change == Change::same) return fmt::format("{:>14}   ·", number(compared.a));
  if (!compared.a || !compared.b)
    return fmt::format("{}  {}: {}", counts, to_string(compared.change), first_line(compared.reason));
  std::string text = fmt::format("{}  {:>12}  {:>9}", counts, with_sign(compared.delta()),
                                 compared.has_ratio() ? percent_of(compared.ratio()) : "-");
  if (compared.change == Change::unstable) text += fmt::format("  unstable ±{}", with_commas(compared.spread));
  return text;
}

void write_side_notes(const SideNotes& notes, std::string_view indent, std::ostream& out) {
  for (const std::string& note : note_lines(notes)) fmt::print(out, "{}{}\n", indent, note);
}

void write_cases(const Comparison& comparison, const ComparisonTableOptions& options, std::ostream& out) {
  const Cases cases = chosen(comparison, options);
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
  Cases cases;
  for (const CaseComparison& compared : comparison.cases)
    if (has_changed(compared) && compared.explanation) cases.push_back(&compared);
  std::stable_sort(cases.begin(), cases.end(),
                   [](const CaseComparison* a, const CaseComparison* b) { return effect(*a) > effect(*b); });
  if (cases.size() > options.explained) cases.resize(options.explained);
  if (!cases.empty()) fmt::print(out, "\nWhat explains the largest changes\n");
  for (const CaseComparison* compared : cases) {
    fmt::print(out, "  {}  {}\n", printable(compared->args->id), with_sign(compared->delta()));
    write_short_explanation(*compared->explanation, options.functions, out);
  }
}

void write_environments(const Comparison& comparison, std::ostream& out) {
  fmt::print(out, "\nA: {}\nB: {}\n", environment_text(comparison.a), environment_text(comparison.b));
  if (const std::string same = libraries_text(comparison.same_libraries, "A and B"); !same.empty())
    fmt::print(out, "{}\n", same);
  const ShownDifferences differences = shown_differences(comparison.differences);
  for (const Difference* difference : differences.shown)
    fmt::print(out, "  {}: {} → {}\n", printable(difference->what), first_line(difference->a),
               first_line(difference->b));
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

std::string sum_text(const Comparison& comparison) {
  const ComparisonSummary summary = summarize(comparison);
  std::string text = fmt::format("{} faster, {} slower, {} same, {} unstable, {} failed", summary.faster,
                                 summary.slower, summary.same, summary.unstable, summary.failed);
  if (summary.one_sided > 0) text += fmt::format(", {} on one side only", summary.one_sided);
  if (summary.largest != nullptr)
    text +=
        fmt::format("; largest {} ({})", percent_of(summary.largest->ratio()), printable(summary.largest->args->id));
  return text + fmt::format("; geometric mean {:+.3f} %", (summary.geometric_mean - 1) * 100);
}

void write_comparison_csv(const Comparison& comparison, std::ostream& out) {
  out << "id,verdict,a,b,delta,ratio,spread,reason\n";
  const auto number = [](const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; };
  for (const CaseComparison& compared : comparison.cases) {
    const bool both = compared.a && compared.b;
    fmt::print(out, "{},{},{},{},{},{},{},{}\n", csv_field(compared.args->id), to_string(compared.change),
               number(compared.a), number(compared.b), both ? fmt::format("{}", compared.delta()) : "",
               compared.has_ratio() ? fmt::format("{}", compared.ratio()) : "", compared.spread,
               csv_field(compared.reason));
  }
}

}  // namespace quern
