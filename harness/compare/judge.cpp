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

// Older documents may not know it.
bool is_redefined(const TimerArgs& base, const TimerArgs& head) {
  return !base.definition_hash.empty() && !head.definition_hash.empty() && base.definition_hash != head.definition_hash;
}

// Percentages and quotients are not exact in binary: what is equal on paper must not be beyond a limit.
double rounding_of(const CheckedMetric& metric) {
  return 1e-12 * std::max(std::abs(metric.base), std::abs(metric.head)) + 1e-9 * metric.allowance;
}

Finding missing_in_head(const TwoResults& results, bool head_interrupted, std::string& note) {
  if (results.head != nullptr) {
    add_note(note, reason_of(*results.head));
    return Finding::skipped;
  }
  add_note(note, head_interrupted ? "the head was interrupted before it" : "the head does not have it");
  return Finding::disappeared;
}

}  // namespace

const Measurement* TwoResults::base_numbers() const { return numbers_of(base); }
const Measurement* TwoResults::head_numbers() const { return numbers_of(head); }

bool TwoResults::exact() const {
  return both_measured() && base_numbers()->verdict == Verdict::exact && head_numbers()->verdict == Verdict::exact;
}

std::optional<double> value_of(const Measurement& measurement, const std::string& metric) {
  if (metric == "ir") return measurement.instructions;
  const auto found = measurement.metrics.find(metric);
  return found == measurement.metrics.end() ? std::nullopt : std::optional(found->second);
}

Finding finding_without_numbers(const TwoResults& results, bool head_interrupted, std::string& note) {
  if (has_failed(results.head)) {
    add_note(note, reason_of(*results.head));
    if (has_failed(results.base)) add_note(note, "the base failed too");
    return Finding::failed;
  }
  if (results.base_numbers() != nullptr && results.head_numbers() == nullptr)
    return missing_in_head(results, head_interrupted, note);
  if (!results.both_measured()) {
    if (has_failed(results.base)) add_note(note, "the base failed: " + reason_of(*results.base));
    return results.head_numbers() != nullptr ? Finding::added : Finding::absent;
  }
  if (!is_redefined(*results.base->args, *results.head->args)) return Finding::unchanged;
  add_note(note, "the two sides ran different definitions: their numbers are not comparable");
  return Finding::redefined;
}

Finding judge_metric(const CheckedMetric& metric, double spread) {
  const double accepted = metric.allowance + rounding_of(metric);
  const double delta = metric.delta();
  if (delta > accepted) return delta - spread <= accepted ? Finding::unstable : Finding::regressed;
  return delta < -accepted && -delta > spread ? Finding::improved : Finding::unchanged;
}

Finding worse(Finding a, Finding b) {
  constexpr Finding kWorstFirst[] = {Finding::regressed, Finding::unstable, Finding::improved};
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
