// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <optional>
#include <string_view>

namespace quern {

/// What a check finds in a case, the worst of its metrics.
enum class Finding {
  unchanged,    // equal, or within the limit
  improved,     // less, by more than the limit
  regressed,    // more, by more than the limit
  unstable,     // more than the limit, but within the spread of the repeats, or not the same when measured again
  added,        // only the head has a number
  disappeared,  // the head does not know the case any more
  failed,       // the head, or both sides, failed
  skipped,      // the base has a number, the head left it out
  redefined,    // the definition is not the same: two numbers of different things
  absent        // neither side has a number, and the head did not fail
};

/// All of them, in their order.
inline constexpr std::array<Finding, 10> kFindings = {
    Finding::unchanged,   Finding::improved, Finding::regressed, Finding::unstable,  Finding::added,
    Finding::disappeared, Finding::failed,   Finding::skipped,   Finding::redefined, Finding::absent};

/// The word that reports, documents, waivers and --allow use.
std::string_view to_string(Finding finding);
/// The finding of that word, if it is one.
std::optional<Finding> finding_of(std::string_view word);

/// Whether it keeps a check from passing, if nobody accepted it. unstable is none of these: it cannot be judged.
bool is_bad(Finding finding);

/// How large a change is, in words.
enum class Magnitude { none, tiny, small, medium, large };

/// By |ratio - 1|: below 0.5 %, 2 %, 10 %, and beyond.
Magnitude magnitude_of(double ratio);
std::string_view to_string(Magnitude magnitude);

}  // namespace quern
