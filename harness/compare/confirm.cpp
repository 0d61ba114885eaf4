// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/compare/check.hpp"
#include "harness/compare/judge.hpp"
#include "harness/compare/waiver_search.hpp"

namespace quern {
namespace {

/// A second look at one side.
struct Again {
  const char* side;
  const Run* run;
  bool is_head;
};

// The first number; instructions may not be among the metrics that are watched.
double first_of(const CheckedCase& checked, const CheckedMetric* metric, bool is_head) {
  if (metric == nullptr) return (is_head ? checked.compared->b : checked.compared->a).value_or(0);
  return is_head ? metric->head : metric->base;
}

bool are_same(double first, double again, double spread) {
  return std::abs(first - again) <= spread + 1e-12 * std::max(std::abs(first), std::abs(again));
}

/// What is not the same in a second measurement; empty if nothing.
std::string changed_numbers(const CheckedCase& checked, const Measurement& again, const Again& of) {
  std::string changed;
  const double instructions = first_of(checked, nullptr, of.is_head);
  if (!are_same(instructions, again.instructions(), checked.compared->spread))
    add_note(changed, fmt::format("the {} counted {}, and {} when it was measured again", of.side,
                                  number_text(instructions), number_text(again.instructions())));
  for (const CheckedMetric& metric : checked.metrics) {
    if (metric.finding != Finding::regressed || metric.is_instructions()) continue;
    const double first = first_of(checked, &metric, of.is_head);
    const MetricValue* const second = again.find(metric.metric);
    if (second == nullptr || !are_same(first, second->value, metric.doubt))
      add_note(changed, fmt::format("{} of the {} was {}, and {} when it was measured again", metric.metric, of.side,
                                    number_text(first), second != nullptr ? number_text(second->value) : "unknown"));
  }
  return changed;
}

std::string disagreement(const CheckedCase& checked, const Again& of) {
  if (of.run == nullptr) return {};
  const auto found = std::find_if(of.run->cases.begin(), of.run->cases.end(),
                                  [&](const CaseResult& result) { return result.args->id == checked.args->id; });
  if (found == of.run->cases.end()) return fmt::format("the {} was not measured again", of.side);
  if (found->measurement) return changed_numbers(checked, *found->measurement, of);
  return fmt::format("the {} could not be measured again: {}", of.side,
                     found->failure ? found->failure->message : "no reason is known");
}

void make_unstable(CheckedCase& checked, const std::string& why) {
  checked.finding = Finding::unstable;
  for (CheckedMetric& metric : checked.metrics)
    if (metric.finding == Finding::regressed) metric.finding = Finding::unstable;
  add_note(checked.note, why);
}

}  // namespace

void confirm(Check& check, const Run* base_again, const Run* head_again) {
  bool needed = false;
  bool same = true;
  for (CheckedCase& checked : check.cases) {
    if (checked.finding != Finding::regressed || !checked.fails()) continue;
    needed = true;
    std::string why = disagreement(checked, {"base", base_again, false});
    add_note(why, disagreement(checked, {"head", head_again, true}));
    if (why.empty()) continue;
    same = false;
    make_unstable(checked, why);
    accept_finding(checked, *check.options);
  }
  if (!needed) return;
  const bool possible = base_again != nullptr || head_again != nullptr;
  check.confirmation = !possible ? Confirmation::not_possible
                       : same    ? Confirmation::confirmed
                                 : Confirmation::not_confirmed;
  for (const Run* again : {base_again, head_again})
    if (again != nullptr && !again->stable) check.comparison.stable = false;
}

}  // namespace quern
