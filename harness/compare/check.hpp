// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compare/comparison.hpp"
#include "harness/compare/finding.hpp"
#include "harness/compare/layout_change.hpp"
#include "harness/compare/limit.hpp"
#include "harness/compare/waiver.hpp"

namespace quern {

/// One metric of a case against its limit.
struct CheckedMetric {
  std::string metric;  // its name
  double base = 0;
  double head = 0;
  double allowance = 0;  // the increase that the limit accepts
  AppliedLimit limit;
  Finding finding = Finding::unchanged;  // unchanged, improved, regressed or unstable

  double doubt = 0;  // how far the two may lie apart though nothing changed

  [[nodiscard]] double delta() const { return head - base; }
  [[nodiscard]] bool is_instructions() const { return metric == kInstructions; }
};

struct CheckedCase {
  const CaseComparison* compared = nullptr;  // of the check's comparison
  const Case* args = nullptr;                // the head's, or the base's if the head has none
  Finding finding = Finding::unchanged;
  std::vector<CheckedMetric> metrics;  // ir first; empty if a side has no number
  const Waiver* waiver = nullptr;      // that accepts the finding
  const Waiver* expired = nullptr;     // that would, were it still valid
  bool allowed = false;                // by --allow
  std::string note;                    // why it is so, for people; may be empty

  /// It fails the check.
  [[nodiscard]] bool fails() const { return is_bad(finding) && waiver == nullptr && !allowed; }
  /// It could not be judged, and nobody accepted that: the check does not pass.
  [[nodiscard]] bool is_open() const { return quern::is_open(finding) && waiver == nullptr && !allowed; }
};

/// The verdict of a whole check.
enum class CheckVerdict { neutral, improved, regressed, mixed };

std::string_view to_string(CheckVerdict verdict);

/// Whether what changed was measured in further layouts. confirmed: every change is there in all of them.
/// not_confirmed: one is not. not_possible: both sides are stored. not_wanted: --no-confirm, or --layouts 1.
enum class Confirmation { not_needed, confirmed, not_confirmed, not_possible, not_wanted, interrupted };

std::string_view to_string(Confirmation confirmation);

/// One side of a check, as people know it.
struct CheckSide {
  std::string name;       // as it was given: a run's name, a file, an environment
  bool measured = false;  // now, not stored
  std::string commit;
};

/// Where the rules came from, if they are not the working tree's own.
struct RulesOrigin {
  std::string from;                    // as it was given: REV:PATH or a file; empty: the working tree
  std::vector<std::string> differing;  // files of rules that are others in the working tree
};

struct CheckOptions;

/// The outcome of a check. Its cases point into its comparison: it can be moved, but a copy's would still point here.
struct Check {
  CheckSide base;
  CheckSide head;
  Comparison comparison;               // A is the base, B the head
  std::vector<CheckedCase> cases;      // in the order of the comparison
  std::vector<Difference> blocking;    // differences of machine or compiler that forbid a judgement
  std::vector<Difference> tolerated;   // the same, if it was allowed to judge in spite of them
  std::vector<std::string> unpinned;   // what could not be pinned on a side and forbids one
  std::vector<const Waiver*> expired;  // all waivers that are out of date: each fails the check
  RulesOrigin rules;                   // that it went by
  std::vector<std::string> warnings;   // a waiver that matches nothing, and the like
  Confirmation confirmation = Confirmation::not_needed;
  std::string reproduce;                  // the command that repeats this check
  std::string rebase;                     // the command that makes the head the base; empty if there is none
  const CheckOptions* options = nullptr;  // that it went by

  [[nodiscard]] CheckVerdict verdict() const;
  [[nodiscard]] std::size_t count(Finding finding) const;
  /// Something was found that nobody accepted, or a waiver is out of date.
  [[nodiscard]] bool fails() const;
  /// A side was not stable, or a case was not.
  [[nodiscard]] bool unstable() const;
  /// It is unstable, something could not be pinned, a case lacks a number to compare, or no case at all was judged.
  [[nodiscard]] bool undecided() const;
  /// Nothing stands against the head, but only because no case was judged, whatever else was accepted.
  [[nodiscard]] bool saw_nothing() const;
  /// It was judged, and nothing stands against the head.
  [[nodiscard]] bool passes() const { return blocking.empty() && !fails() && !undecided(); }
};

/// What a check goes by.
struct CheckOptions {
  CheckRules rules;
  std::vector<Waiver> waivers;
  std::set<Finding> allowed;        // added, disappeared, failed, skipped, redefined, unmeasured
  bool allow_different = false;     // machines or compilers
  bool allow_installation = false;  // a full LibTorch and the C++ part of one
  bool allow_unpinned = false;      // counts that a pin could not hold still
  std::string today;                // YYYY-MM-DD
  /// The relative changes of a case between neighbouring runs of the past, as fractions; fewer than are needed: none.
  std::function<std::vector<double>(const Case&)> history = {};
};

/// Judges `head` against `base`. Both must outlive the check, as must the options. Throws Error(usage) if the two have
/// no case in common, if no case is watched, or if no case has a metric that a limit names; Error(definition) at an
/// entry of `limits:` that matches no case. Of the sides it knows the environment's name and the commit only.
Check check_runs(const Run& base, const Run& head, const CheckOptions& options);

/// The changes that a check would report, regressions that fail it and improvements: the largest of them.
std::set<std::string> unconfirmed_ids(const Check& check);

/// Judges again after the cases that were `asked` for were measured in further layouts. A change that is beyond its
/// limit in all of them stays what it is. One that is beyond it in the usual layout alone comes from where things lie
/// (Finding::layout), and so does an improvement that is not there in some. A regression that is there in some of the
/// further ones is unstable, and so is a change without a number in one of them. The check is not stable if a run
/// elsewhere was not.
void confirm(Check& check, std::span<const Elsewhere> elsewhere, const std::set<std::string>& asked);

}  // namespace quern
