// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "harness/compare/check.hpp"

namespace quern {

/// The results of a case on both sides; null where a run does not have it.
struct TwoResults {
  const CaseResult* base = nullptr;
  const CaseResult* head = nullptr;
  std::string base_incomplete = {};  // why the base may lack a case that is not new; empty: it is complete
  bool head_interrupted = false;

  [[nodiscard]] const Measurement* base_numbers() const;
  [[nodiscard]] const Measurement* head_numbers() const;
  [[nodiscard]] bool both_measured() const { return base_numbers() != nullptr && head_numbers() != nullptr; }
  /// All repeats of both sides are equal.
  [[nodiscard]] bool exact() const;
};

/// What a case is before its numbers are looked at; unchanged if they decide. Says why in `note`. At least one side
/// must have the case.
Finding finding_without_numbers(const TwoResults& results, std::string& note);

/// What a metric's numbers are against its allowance: unstable if what is beyond it is within the doubt.
Finding judge_metric(const CheckedMetric& metric);

/// The finding of two that counts.
Finding worse(Finding a, Finding b);

/// As notes show it: as many digits as a count has.
std::string number_text(double value);

/// Adds a sentence to a note.
void add_note(std::string& note, const std::string& text);

}  // namespace quern
