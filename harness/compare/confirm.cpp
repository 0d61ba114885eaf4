// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "harness/compare/check.hpp"
#include "harness/compare/judge.hpp"
#include "harness/compare/waiver_search.hpp"

namespace quern {
namespace {

bool needs_confirmation(const CheckedCase& checked) {
  return (checked.finding == Finding::regressed && checked.fails()) || checked.finding == Finding::improved;
}

/// One layout of a metric that changed, by the limit of the usual one.
bool holds(const CheckedMetric& metric, const LayoutPair& pair) {
  if (!pair.a || !pair.b) return false;
  CheckedMetric moved = metric;
  moved.base = *pair.a;
  moved.head = *pair.b;
  moved.allowance = metric.limit.limit.allowance(*pair.a);
  return judge_metric(moved) == metric.finding;
}

/// A change in all its layouts.
struct MovedChange {
  std::vector<LayoutPair> pairs;  // of the instructions
  std::vector<bool> held;         // for each layout: whether every metric that changed is beyond its limit there, too
  std::string lacking;            // why a number is missing

  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(std::count(held.begin(), held.end(), true));
  }
};

MovedChange move_change(const CheckedCase& checked, std::span<const Elsewhere> elsewhere) {
  const CaseComparison& compared = *checked.compared;
  MovedChange moved;
  moved.held.assign(elsewhere.size() + 1, true);
  std::string ignored;
  moved.pairs = in_layouts({checked.args->id, kInstructions}, {0, compared.a, compared.b}, elsewhere, ignored);
  for (const CheckedMetric& metric : checked.metrics) {
    if (metric.finding != checked.finding) continue;
    const std::vector<LayoutPair> pairs =
        in_layouts({checked.args->id, metric.metric}, {0, metric.base, metric.head}, elsewhere, moved.lacking);
    for (std::size_t i = 0; i < pairs.size(); ++i) moved.held[i] = moved.held[i] && holds(metric, pairs[i]);
  }
  return moved;
}

// A regression that is there in some further layouts may be real, and hidden in the others. What is there in the usual
// one alone comes from where things lie; and nobody relies on an improvement that comes and goes.
Finding moved_finding(const CheckedCase& checked, const MovedChange& moved) {
  if (moved.count() == moved.held.size()) return checked.finding;
  if (!moved.lacking.empty()) return Finding::unstable;
  return moved.count() <= 1 || checked.finding == Finding::improved ? Finding::layout : Finding::unstable;
}

void become(CheckedCase& checked, Finding finding) {
  for (CheckedMetric& metric : checked.metrics)
    if (metric.finding == checked.finding) metric.finding = finding;
  checked.finding = finding;
}

/// Whether it holds everywhere.
bool confirm_case(CheckedCase& checked, CaseComparison& compared, std::span<const Elsewhere> elsewhere) {
  MovedChange moved = move_change(checked, elsewhere);
  compared.layouts = std::move(moved.pairs);
  compared.held = moved.count();
  const Finding finding = moved_finding(checked, moved);
  add_note(checked.note, layouts_text(compared));
  add_note(checked.note, moved.lacking);
  if (finding == checked.finding) return true;
  become(checked, finding);
  return false;
}

}  // namespace

std::set<std::string> unconfirmed_ids(const Check& check) {
  constexpr std::size_t kMost = 40;  // of each kind: a whole suite that moved is not measured several times over
  std::set<std::string> ids;
  for (const Finding finding : {Finding::regressed, Finding::improved}) {
    std::vector<const CheckedCase*> cases;
    for (const CheckedCase& checked : check.cases)
      if (checked.finding == finding && needs_confirmation(checked)) cases.push_back(&checked);
    const auto effect = [](const CheckedCase* checked) { return std::abs(checked->compared->ratio() - 1); };
    std::stable_sort(cases.begin(), cases.end(), [&](const auto* a, const auto* b) { return effect(a) > effect(b); });
    if (cases.size() > kMost) cases.resize(kMost);
    for (const CheckedCase* checked : cases) ids.insert(checked->args->id);
  }
  return ids;
}

void confirm(Check& check, std::span<const Elsewhere> elsewhere, const std::set<std::string>& asked) {
  bool all_hold = true;
  std::size_t not_asked = 0;
  for (std::size_t i = 0; i < check.cases.size(); ++i) {
    CheckedCase& checked = check.cases[i];
    if (!needs_confirmation(checked)) continue;
    if (!asked.contains(checked.args->id)) {
      ++not_asked;
      continue;
    }
    if (confirm_case(checked, check.comparison.cases[i], elsewhere)) continue;
    all_hold = false;
    accept_finding(checked, *check.options);
  }
  if (not_asked > 0)
    check.warnings.push_back(fmt::format("{} smaller changes were not measured in further layouts", not_asked));
  check.confirmation = all_hold ? Confirmation::confirmed : Confirmation::not_confirmed;
  for (const Elsewhere& sides : elsewhere)
    for (const Run* again : {sides.a, sides.b})
      if (again != nullptr && !again->stable) check.comparison.stable = false;
}

}  // namespace quern
