// SPDX-License-Identifier: Apache-2.0
#include "harness/report/check/check_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "harness/report/text/environments.hpp"

namespace quern {
namespace {

bool compares_metrics(Finding finding) {
  return finding == Finding::unchanged || finding == Finding::improved || finding == Finding::regressed ||
         finding == Finding::unstable || finding == Finding::layout;
}

RowGroup group_of_open(Finding finding) {
  if (finding == Finding::unstable) return RowGroup::unstable;
  return finding == Finding::added ? RowGroup::added : RowGroup::unmeasured;
}

std::optional<RowGroup> group_of(const CheckedCase& checked) {
  if (checked.fails()) return RowGroup::failing;
  if (checked.is_open()) return group_of_open(checked.finding);
  if (is_open(checked.finding) || is_bad(checked.finding)) return RowGroup::accepted;
  if (checked.finding == Finding::improved) return RowGroup::improved;
  if (checked.finding == Finding::layout) return RowGroup::layout;
  return std::nullopt;
}

// Numbers first: they are what a check is for. The others need somebody to look at the run.
int rank_of(Finding finding) {
  constexpr Finding kOrder[] = {Finding::regressed, Finding::unstable, Finding::failed,     Finding::disappeared,
                                Finding::redefined, Finding::skipped,  Finding::unmeasured, Finding::added};
  return static_cast<int>(std::find(std::begin(kOrder), std::end(kOrder), finding) - std::begin(kOrder));
}

struct Candidate {
  RowGroup group;
  const CheckedCase* checked;
  double effect;
};

bool comes_before(const Candidate& a, const Candidate& b) {
  if (a.group != b.group) return a.group < b.group;
  const int rank_a = rank_of(a.checked->finding);
  const int rank_b = rank_of(b.checked->finding);
  return rank_a != rank_b ? rank_a < rank_b : a.effect > b.effect;
}

CheckRow whole_case(const CheckedCase& checked) {
  CheckRow row{group_of(checked).value_or(RowGroup::accepted), &checked, nullptr, checked.finding};
  if (checked.compared != nullptr) {
    row.base = checked.compared->a;
    row.head = checked.compared->b;
  }
  return row;
}

CheckRow row_of(const CheckedCase& checked, const CheckedMetric& metric) {
  CheckRow row = whole_case(checked);
  row.metric = &metric;
  row.finding = metric.finding;
  row.base = metric.base;
  row.head = metric.head;
  return row;
}

double case_effect(const CheckedCase& checked) {
  const CheckedMetric* const metric = largest_of(checked);
  return metric == nullptr ? 0 : effect_of(*metric);
}

}  // namespace

std::string_view title_of(RowGroup group) {
  constexpr std::string_view kTitles[] = {"Failing",
                                          "Not stable enough to judge",
                                          "Without a number to judge by",
                                          "New, and not allowed to be",
                                          "Accepted",
                                          "Improved",
                                          "Only where things lie as usual"};
  return kTitles[static_cast<std::size_t>(group)];
}

double effect_of(const CheckedMetric& metric) {
  if (metric.delta() == 0) return 0;
  return metric.base > 0 ? std::abs(metric.head / metric.base - 1) : std::numeric_limits<double>::infinity();
}

const CheckedMetric* largest_of(const CheckedCase& checked) {
  const CheckedMetric* largest = nullptr;
  for (const CheckedMetric& metric : checked.metrics) {
    const bool counts = metric.finding == checked.finding;
    if (counts && (largest == nullptr || effect_of(metric) > effect_of(*largest))) largest = &metric;
  }
  return largest;
}

const CheckedCase* largest_case(const Check& check, Finding finding, bool failing) {
  const CheckedCase* largest = nullptr;
  for (const CheckedCase& checked : check.cases) {
    if (checked.finding != finding || (failing && !checked.fails()) || largest_of(checked) == nullptr) continue;
    if (largest == nullptr || case_effect(checked) > case_effect(*largest)) largest = &checked;
  }
  return largest;
}

std::vector<CheckRow> rows_of(const CheckedCase& checked) {
  std::vector<CheckRow> rows;
  const bool all = checked.finding == Finding::unchanged;
  if (compares_metrics(checked.finding))
    for (const CheckedMetric& metric : checked.metrics)
      if (all || metric.finding != Finding::unchanged) rows.push_back(row_of(checked, metric));
  if (rows.empty()) rows.push_back(whole_case(checked));
  for (std::size_t i = 1; i < rows.size(); ++i) rows[i].first = false;
  return rows;
}

std::vector<CheckRow> check_rows(const Check& check) {
  std::vector<Candidate> candidates;
  if (check.blocking.empty())
    for (const CheckedCase& checked : check.cases)
      if (const std::optional<RowGroup> group = group_of(checked))
        candidates.push_back({*group, &checked, case_effect(checked)});
  std::stable_sort(candidates.begin(), candidates.end(), comes_before);
  std::vector<CheckRow> rows;
  for (const Candidate& candidate : candidates)
    for (const CheckRow& row : rows_of(*candidate.checked)) rows.push_back(row);
  return rows;
}

std::vector<EnvironmentRow> environment_rows(const Check& check) {
  std::vector<EnvironmentRow> rows;
  std::set<std::pair<FactKind, std::string>> blocking;
  for (const Difference& difference : check.blocking) {
    rows.push_back({&difference, true});
    blocking.insert({difference.kind, difference.name});
  }
  for (const Difference* difference : shown_differences(check.comparison.differences).shown)
    if (!blocking.contains({difference->kind, difference->name})) rows.push_back({difference, false});
  return rows;
}

std::optional<Origin> file_of(const Case& args) {
  const Origin& origin = args.definition;
  // `quern time` and --stmt define cases where nobody can look.
  if (origin.file.empty() || origin.file == "command line") return std::nullopt;
  return origin;
}

}  // namespace quern
