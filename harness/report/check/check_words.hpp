// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compare/check.hpp"
#include "harness/report/check/check_rows.hpp"

// The sentences that all reports of a check share. They are one line each and fit to print on a terminal; reports
// escape them for where they go.
namespace quern {

/// So many functions are named behind a change.
inline constexpr std::size_t kFunctionsNamed = 3;

inline constexpr std::size_t kMostOfName = 200;  // characters of an id that people see

/// What to do about cases that are new.
inline constexpr std::string_view kAllowAdded = "--allow added accepts new cases";

std::string id_text(const Case& args);

/// `+4.10 %`, `-` if a percentage says nothing.
std::string percent_text(const CheckedMetric& metric);
/// tiny, small, medium, large
std::string size_text(const CheckedMetric& metric);
/// `0.2% (default)`
std::string limit_text(const CheckedMetric& metric);
/// `regressed: 5,070 → 5,278, +208 (+4.10 %, medium); limit 0.2% (default)`, `failed (base 77): no such operator`
std::string sentence(const CheckRow& row);
/// Why a case is as it was found: its note, or what the comparison says.
std::string reason_text(const CheckedCase& checked);
/// What a reader of the case's numbers must know: a line for each note.
std::vector<std::string> notes_of(const CheckedCase& checked);
/// Who accepted the finding until when and why, or that somebody did but not any more; empty if nobody.
std::string acceptance_text(const CheckedCase& checked);
/// The waiver, and that it is out of date.
std::string expired_text(const Waiver& waiver);

/// `309 unchanged, the largest change within its limit +0.12 % in …`
std::string unchanged_text(const Check& check);
/// `main, stored, commit 0123456789ab; torch 1.13.1`
std::string side_text(const CheckSide& side, const Fingerprint& environment);
/// What a second measurement said; empty if there was no need for one.
std::string confirmation_text(const Check& check);
/// That the working tree has other rules than those in force; empty if it has the same.
std::string rules_text(const Check& check);
/// What the reader should know of the runs as a whole: of different machines and judged all the same, interrupted, not
/// stable, other rules in the working tree, and the check's own warnings.
std::vector<std::string> warnings_of(const Check& check);

/// How the head becomes the base of later checks.
struct BaselineMove {
  std::string words;    // empty: nothing improved
  std::string command;  // may be empty
};

BaselineMove baseline_move(const Check& check);

}  // namespace quern
