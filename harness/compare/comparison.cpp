// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "harness/compare/judge.hpp"

namespace quern {
namespace {

constexpr std::string_view kChanges[] = {"same", "faster", "slower", "unstable", "only_a", "only_b", "neither"};

/// What a side lacks, and whether by failure.
void note_missing(const CaseResult& result, CaseComparison& compared) {
  if (!result.failure) return;
  if (!compared.reason.empty()) compared.reason += "; ";
  compared.reason += result.failure->message;
  compared.failed = compared.failed || result.status == Status::failed;
}

// By the rule of a check that accepts nothing: the two must not say different things of the same numbers.
Change change_of(const Measurement& a, const Measurement& b, double spread) {
  const CheckedMetric metric{kInstructions, a.instructions(), b.instructions(), 0, {}, {}, spread};
  const Finding finding = judge_metric(metric);
  if (finding == Finding::regressed) return Change::slower;
  if (finding == Finding::improved) return Change::faster;
  return metric.delta() == 0 || spread == 0 ? Change::same : Change::unstable;
}

CaseComparison compare_case(const CaseResult& a, const CaseResult& b) {
  CaseComparison compared;
  compared.args = a.args;
  const bool in_a = a.measurement && a.measurement->counted();
  const bool in_b = b.measurement && b.measurement->counted();
  if (in_a) compared.a = a.measurement->instructions();
  if (in_b) compared.b = b.measurement->instructions();
  compared.notes_a = a.notes;
  compared.notes_b = b.notes;
  note_missing(a, compared);
  note_missing(b, compared);
  if (in_a && in_b) {
    compared.spread = std::max(a.measurement->spread(), b.measurement->spread());
    compared.change = change_of(*a.measurement, *b.measurement, compared.spread);
    if (compared.change != Change::same && a.measurement->functions && b.measurement->functions)
      compared.explanation = explain(*a.measurement->functions, *b.measurement->functions);
  } else {
    compared.change = in_a ? Change::only_a : in_b ? Change::only_b : Change::neither;
  }
  return compared;
}

// A case that was not reached because of an interrupt.
CaseComparison one_sided(const CaseResult& result, bool in_a) {
  const CaseResult missing{result.args, Status::skipped, {}, Failure{FailureKind::missing, "not measured", "", ""}, 0};
  return in_a ? compare_case(result, missing) : compare_case(missing, result);
}

// In the order of A, and what only B has behind what precedes it there.
std::vector<CaseComparison> compare_cases(const std::vector<CaseResult>& a, const std::vector<CaseResult>& b) {
  std::vector<CaseComparison> cases;
  std::set<std::string_view> in_a;
  std::map<std::string_view, const CaseResult*> in_b;
  for (const CaseResult& result : a) in_a.insert(result.args->id);
  for (const CaseResult& result : b) in_b[result.args->id] = &result;
  const CaseResult* next = b.data();
  const auto add_only_b = [&](const CaseResult* end) {
    for (; next < end; ++next)
      if (!in_a.contains(next->args->id)) cases.push_back(one_sided(*next, false));
  };
  for (const CaseResult& result : a) {
    const auto other = in_b.find(result.args->id);
    if (other != in_b.end()) add_only_b(other->second);
    cases.push_back(other == in_b.end() ? one_sided(result, true) : compare_case(result, *other->second));
  }
  add_only_b(b.data() + b.size());
  return cases;
}

bool less_size(const CaseComparison* a, const CaseComparison& b) {
  return a == nullptr || std::abs(std::log(b.ratio())) > std::abs(std::log(a->ratio()));
}

}  // namespace

std::string_view to_string(Change change) { return kChanges[static_cast<std::size_t>(change)]; }

Comparison compare(const Run& a, const Run& b) {
  Comparison comparison;
  comparison.a = a.environment;
  comparison.b = b.environment;
  comparison.differences = differences(a.environment, b.environment);
  comparison.same_libraries = same_libraries(a.environment, b.environment);
  comparison.stable = a.stable && b.stable;
  comparison.interrupted = a.interrupted || b.interrupted;
  comparison.notes_a = a.notes;
  comparison.notes_b = b.notes;
  comparison.duration_s = std::max(a.duration_s, b.duration_s);
  comparison.cases = compare_cases(a.cases, b.cases);
  return comparison;
}

ComparisonSummary summarize(const Comparison& comparison) {
  ComparisonSummary summary;
  double logarithms = 0;
  std::size_t compared = 0;
  for (const CaseComparison& entry : comparison.cases) {
    std::size_t* const counters[] = {&summary.same,      &summary.faster,    &summary.slower, &summary.unstable,
                                     &summary.one_sided, &summary.one_sided, nullptr};
    if (std::size_t* const counter = counters[static_cast<std::size_t>(entry.change)]) ++*counter;
    if (entry.failed) ++summary.failed;
    if (entry.has_ratio() && entry.ratio() > 0) {
      logarithms += std::log(entry.ratio());
      ++compared;
    }
    const bool changed = entry.change == Change::faster || entry.change == Change::slower;
    if (changed && less_size(summary.largest, entry)) summary.largest = &entry;
  }
  if (compared > 0) summary.geometric_mean = std::exp(logarithms / static_cast<double>(compared));
  return summary;
}

}  // namespace quern
