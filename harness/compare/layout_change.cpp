// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/layout_change.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/compare/judge.hpp"

namespace quern {
namespace {

const CaseResult* find_case(const Run& run, const std::string& id) {
  const auto found =
      std::find_if(run.cases.begin(), run.cases.end(), [&](const CaseResult& result) { return result.args->id == id; });
  return found == run.cases.end() ? nullptr : &*found;
}

/// Where a value is looked for.
struct Look {
  const Run* run;
  int layout;
};

// A layout in which nothing could be measured says so for all its cases.
std::string reason_for_none(const CaseResult* result, const Run& run) {
  if (result != nullptr && result->failure) return result->failure->message;
  return run.cases.empty() && !run.notes.empty() ? run.notes.front() : "not measured";
}

std::optional<double> value_of(const MetricOfCase& of, const Look& look, std::string& lacking) {
  const CaseResult* const result = find_case(*look.run, of.id);
  const MetricValue* const value =
      result != nullptr && result->measurement ? result->measurement->find(of.metric) : nullptr;
  if (value != nullptr) return value->value;
  add_note(lacking, fmt::format("it has no number in layout {}: {}", look.layout, reason_for_none(result, *look.run)));
  return std::nullopt;
}

bool was_measured(const std::string& id, std::span<const Elsewhere> elsewhere) {
  return std::any_of(elsewhere.begin(), elsewhere.end(), [&](const Elsewhere& sides) {
    return (sides.a != nullptr && find_case(*sides.a, id) != nullptr) ||
           (sides.b != nullptr && find_case(*sides.b, id) != nullptr);
  });
}

bool has_same_direction(const LayoutPair& pair, double delta, double spread) {
  return pair.a && pair.b && std::abs(pair.delta()) > spread && (pair.delta() > 0) == (delta > 0);
}

double percent_of(const LayoutPair& pair) { return *pair.a > 0 ? 100 * pair.delta() / *pair.a : 0; }

// Of the layouts that have both numbers: nothing if the change is the same in all of them.
std::string range_text(const std::vector<LayoutPair>& pairs) {
  std::vector<double> percents;
  for (const LayoutPair& pair : pairs)
    if (pair.a && pair.b) percents.push_back(percent_of(pair));
  const auto [least, most] = std::minmax_element(percents.begin(), percents.end());
  return *least == *most ? "" : fmt::format(" ({:+.2f} … {:+.2f} %)", *least, *most);
}

void hold_change(CaseComparison& compared, std::span<const Elsewhere> elsewhere) {
  std::string lacking;
  compared.layouts = in_layouts({compared.args->id, kInstructions}, {0, compared.a, compared.b}, elsewhere, lacking);
  const auto holds = [&](const LayoutPair& pair) {
    return has_same_direction(pair, compared.delta(), compared.spread);
  };
  compared.held = static_cast<std::size_t>(std::count_if(compared.layouts.begin(), compared.layouts.end(), holds));
  if (!lacking.empty()) compared.notes_b.push_back(lacking);
  if (compared.held == compared.layouts.size()) return;
  compared.change = Change::unstable;
  for (const LayoutPair& pair : compared.layouts)
    if (pair.a && pair.b) compared.spread = std::max(compared.spread, std::abs(pair.delta() - compared.delta()));
}

}  // namespace

std::vector<LayoutPair> in_layouts(const MetricOfCase& of, const LayoutPair& usual,
                                   std::span<const Elsewhere> elsewhere, std::string& lacking) {
  std::vector<LayoutPair> pairs = {usual};
  for (const Elsewhere& sides : elsewhere) {
    LayoutPair pair{sides.layout, usual.a, usual.b};
    if (sides.a != nullptr) pair.a = value_of(of, {sides.a, sides.layout}, lacking);
    if (sides.b != nullptr) pair.b = value_of(of, {sides.b, sides.layout}, lacking);
    pairs.push_back(pair);
  }
  return pairs;
}

std::string layouts_text(const CaseComparison& compared) {
  if (compared.layouts.size() < 2) return {};
  return fmt::format("holds in {} of {} layouts{}", compared.held, compared.layouts.size(),
                     range_text(compared.layouts));
}

void hold_changes(Comparison& comparison, std::span<const Elsewhere> elsewhere) {
  for (CaseComparison& compared : comparison.cases) {
    const bool changed = compared.change == Change::faster || compared.change == Change::slower;
    if (changed && was_measured(compared.args->id, elsewhere)) hold_change(compared, elsewhere);
  }
  for (const Elsewhere& sides : elsewhere)
    for (const Run* run : {sides.a, sides.b})
      if (run != nullptr) {
        comparison.stable = comparison.stable && run->stable;
        comparison.interrupted = comparison.interrupted || run->interrupted;
      }
}

}  // namespace quern
