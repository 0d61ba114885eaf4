// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compare/explanation.hpp"
#include "harness/model/run.hpp"

namespace quern {

/// Whether two ways to count the same windows agree. jitter: Callgrind does not agree with itself.
enum class Agreement { equal, differs, jitter, failed, skipped };

std::string_view to_string(Agreement agreement);

struct VerifiedCase {
  const Case* args = nullptr;
  Agreement agreement = Agreement::skipped;
  std::optional<double> callgrind;         // per iteration, without the loop
  std::optional<double> steps;             // the same
  double spread = 0;                       // of Callgrind's repeats
  std::optional<Explanation> explanation;  // by function, from Callgrind's to the steps' count, where they differ
  std::string reason;                      // why it failed or was skipped

  [[nodiscard]] double delta() const { return steps && callgrind ? *steps - *callgrind : 0; }
};

/// What came of it, in the order of the suite. Owns nothing: the cases must outlive it.
struct Verification {
  Fingerprint environment;
  bool interrupted = false;
  std::vector<VerifiedCase> cases;

  [[nodiscard]] std::size_t count(Agreement agreement) const;
};

/// Compares two runs of the same cases; where the second lacks one it was not stepped.
Verification verify(const Run& callgrind, const Run& steps);

}  // namespace quern
