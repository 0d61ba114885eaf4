// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/model/run_reader.hpp"

namespace quern {

/// A stored run that was interrupted, and goes on.
class ResumedRun {
 public:
  /// `suite` must outlive it. Throws Error(usage) if the run has a case that the suite has not, or another definition
  /// of.
  ResumedRun(StoredRun stored, const std::vector<Case>& suite);

  /// The cases of the suite that the stored run has no result of.
  [[nodiscard]] const std::vector<Case>& left() const { return left_; }

  /// Both parts as one run, in the order of the suite. It has the selection of the second part, because it has every
  /// case of that selection. Throws Error(environment) if the two parts were measured under different conditions.
  [[nodiscard]] Run joined(Run fresh) const;
  /// The stored run alone, if it already has every case that is selected now.
  [[nodiscard]] Run whole(const RunSelection& selection) const;

 private:
  [[nodiscard]] std::vector<CaseResult> in_order(const std::vector<CaseResult>& fresh) const;

  StoredRun stored_;
  const std::vector<Case>& suite_;
  std::vector<Case> left_;
};

}  // namespace quern
