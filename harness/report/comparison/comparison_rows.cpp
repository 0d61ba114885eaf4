// SPDX-License-Identifier: Apache-2.0
#include "harness/report/comparison/comparison_rows.hpp"

#include <algorithm>
#include <cmath>

namespace quern {
namespace {

void sort_by_effect(ComparedCases& cases) {
  std::stable_sort(cases.begin(), cases.end(),
                   [](const CaseComparison* a, const CaseComparison* b) { return effect_of(*a) > effect_of(*b); });
}

}  // namespace

ComparedCases chosen_cases(const Comparison& comparison, const ChosenBy& by) {
  ComparedCases cases;
  for (const CaseComparison& compared : comparison.cases)
    if (!by.changed_only || compared.change != Change::same) cases.push_back(&compared);
  if (by.by_effect) sort_by_effect(cases);
  return cases;
}

ComparedCases explained_cases(const Comparison& comparison, std::size_t most) {
  ComparedCases cases;
  for (const CaseComparison& compared : comparison.cases)
    if (has_changed(compared) && compared.explanation) cases.push_back(&compared);
  sort_by_effect(cases);
  if (cases.size() > most) cases.resize(most);
  return cases;
}

double effect_of(const CaseComparison& compared) { return std::abs(std::log(compared.ratio())); }

bool has_changed(const CaseComparison& compared) {
  return compared.change == Change::faster || compared.change == Change::slower;
}

}  // namespace quern
