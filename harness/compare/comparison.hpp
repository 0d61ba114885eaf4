// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compare/differences.hpp"
#include "harness/compare/explanation.hpp"
#include "harness/model/run.hpp"

namespace quern {

/// What became of a case from A to B. unstable: A and B do not differ by more than the repeats of a side do. neither:
/// no side has a number.
enum class Change { same, faster, slower, unstable, only_a, only_b, neither };

std::string_view to_string(Change change);

/// What a case is on both sides in one layout (harness/measure/layout.hpp); nothing where it could not be measured.
struct LayoutPair {
  int layout = 0;
  std::optional<double> a;
  std::optional<double> b;

  [[nodiscard]] double delta() const { return a && b ? *b - *a : 0; }
};

struct CaseComparison {
  const Case* args = nullptr;
  Change change = Change::same;
  std::optional<double> a;
  std::optional<double> b;
  double spread = 0;                       // of the repeats, the larger one's
  std::string reason;                      // why a side has no number
  bool failed = false;                     // that side failed; else it was skipped
  std::optional<Explanation> explanation;  // of a change, where both sides have functions
  std::vector<std::string> notes_a = {};   // what a reader of the numbers must know
  std::vector<std::string> notes_b = {};
  std::vector<LayoutPair> layouts = {};  // of a change that was measured in further ones; the usual one first
  std::size_t held = 0;                  // in how many of them the change is there

  [[nodiscard]] double delta() const { return a && b ? *b - *a : 0; }
  /// Whether B can be given as a multiple of A: not if A is 0, or below 0, which a count without the loop can be.
  [[nodiscard]] bool has_ratio() const { return a && b && *a > 0 && *b >= 0; }
  /// B as a multiple of A; 1 if that says nothing.
  [[nodiscard]] double ratio() const { return has_ratio() ? *b / *a : 1; }
};

struct Comparison {
  Fingerprint a;
  Fingerprint b;
  std::vector<Difference> differences;
  SameLibraries same_libraries = SameLibraries::unknown;
  std::vector<CaseComparison> cases;  // in the order of the suite
  double duration_s = 0;
  bool stable = true;
  bool interrupted = false;
  std::vector<std::string> notes_a = {};  // what must be known of a run as a whole
  std::vector<std::string> notes_b = {};
};

/// Compares two runs of the same cases. They must outlive the comparison.
Comparison compare(const Run& a, const Run& b);

struct ComparisonSummary {
  std::size_t same = 0;
  std::size_t faster = 0;
  std::size_t slower = 0;
  std::size_t unstable = 0;
  std::size_t one_sided = 0;  // only_a and only_b
  std::size_t failed = 0;     // of those and of neither
  const CaseComparison* largest = nullptr;
  double geometric_mean = 1;  // of B as a multiple of A, over the cases that have both, above 0
};

ComparisonSummary summarize(const Comparison& comparison);

}  // namespace quern
