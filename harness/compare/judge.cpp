// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace quern {
namespace {

const Measurement* numbers_of(const CaseResult* result) {
  return result != nullptr && result->measurement ? &*result->measurement : nullptr;
}

std::string reason_of(const CaseResult& result) { return result.failure ? result.failure->message : ""; }

bool has_failed(const CaseResult* result) { return result != nullptr && result->status == Status::failed; }

// Its definition says that it is not for this environment: there is no number to be missed.
bool is_not_for(const CaseResult* result) {
  return result != nullptr && result->status == Status::skipped && result->failure &&
         result->failure->kind == FailureKind::requirement;
}

// Older documents may not know it.
bool is_redefined(const Case& base, const Case& head) {
  return !base.definition_hash.empty() && !head.definition_hash.empty() && base.definition_hash != head.definition_hash;
}

// Percentages and quotients are not exact in binary: what is equal on paper must not be beyond a limit.
double rounding_of(const CheckedMetric& metric) {
  return 1e-12 * std::max(std::abs(metric.base), std::abs(metric.head)) + 1e-9 * metric.allowance;
}

double worsening(const CheckedMetric& metric) {
  const Metric* const known = find_metric(metric.metric);
  return known != nullptr && known->worse == Worse::less ? -metric.delta() : metric.delta();
}

void add_base(const TwoResults& results, std::string& note) {
  if (results.base == nullptr || results.base->measurement) return;
  add_note(note, fmt::format("the base {}{}{}", has_failed(results.base) ? "failed" : "left it out",
                             results.base->failure ? ": " : "", reason_of(*results.base)));
}

Finding unknown_to_head(const TwoResults& results, std::string& note) {
  if (results.head_interrupted) {
    add_note(note, "the head was interrupted before it");
    return Finding::unmeasured;
  }
  add_base(results, note);
  if (is_not_for(results.base)) return Finding::absent;
  add_note(note, "the head does not have it");
  return Finding::disappeared;
}

Finding skipped_by_head(const TwoResults& results, std::string& note) {
  add_note(note, reason_of(*results.head));
  const bool new_here = results.base == nullptr && results.base_incomplete.empty();
  if (is_not_for(results.head) && (new_here || is_not_for(results.base))) return Finding::absent;
  add_base(results, note);
  return Finding::skipped;
}

// A case is new only to a base that is complete: what the base tried, did not reach or may have left out is not.
Finding without_base(const TwoResults& results, std::string& note) {
  add_base(results, note);
  if (results.base != nullptr) return Finding::unmeasured;
  const bool complete = results.base_incomplete.empty();
  add_note(note, complete ? "the base does not have it" : results.base_incomplete);
  return complete ? Finding::added : Finding::unmeasured;
}

}  // namespace

const Measurement* TwoResults::base_numbers() const { return numbers_of(base); }
const Measurement* TwoResults::head_numbers() const { return numbers_of(head); }

bool TwoResults::exact() const {
  return both_measured() && base_numbers()->verdict == Verdict::exact && head_numbers()->verdict == Verdict::exact;
}

Finding finding_without_numbers(const TwoResults& results, std::string& note) {
  if (results.head == nullptr) return unknown_to_head(results, note);
  if (results.head->status == Status::failed) {
    add_note(note, reason_of(*results.head));
    if (has_failed(results.base)) add_note(note, "the base failed too");
    return Finding::failed;
  }
  if (!results.head->measurement) return skipped_by_head(results, note);
  if (results.base_numbers() == nullptr) return without_base(results, note);
  if (!is_redefined(*results.base->args, *results.head->args)) return Finding::unchanged;
  add_note(note, "the two sides ran different definitions: their numbers are not comparable");
  return Finding::redefined;
}

Finding judge_metric(const CheckedMetric& metric) {
  const double accepted = metric.allowance + rounding_of(metric);
  const double delta = worsening(metric);
  if (delta > accepted) return delta - metric.doubt <= accepted ? Finding::unstable : Finding::regressed;
  return delta < -accepted && -delta > metric.doubt ? Finding::improved : Finding::unchanged;
}

Finding worse(Finding a, Finding b) {
  constexpr Finding kWorstFirst[] = {Finding::regressed, Finding::unstable, Finding::unmeasured, Finding::improved};
  for (const Finding finding : kWorstFirst)
    if (a == finding || b == finding) return finding;
  return Finding::unchanged;
}

std::string number_text(double value) { return fmt::format("{:.10g}", value); }

void add_note(std::string& note, const std::string& text) {
  if (text.empty()) return;
  if (!note.empty()) note += "; ";
  note += text;
}

}  // namespace quern
