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
  added,        // the base, which is complete, does not know the case: nothing to compare with
  disappeared,  // the head, which is complete, does not know the case any more
  failed,       // the head, or both sides, failed
  skipped,      // the head left it out, though it should have a number
  redefined,    // the definition is not the same: two numbers of different things
  absent,       // by its definition the case is not for any side that knows it
  unmeasured,   // a side that should have a number has none, and it is not the head's fault
  layout        // beyond the limit, but not where libraries, stack and heap lie elsewhere: no work of the code
};

/// All of them, in their order.
inline constexpr std::array<Finding, 12> kFindings = {Finding::unchanged, Finding::improved,   Finding::regressed,
                                                      Finding::unstable,  Finding::added,      Finding::disappeared,
                                                      Finding::failed,    Finding::skipped,    Finding::redefined,
                                                      Finding::absent,    Finding::unmeasured, Finding::layout};

/// The word that reports, documents, waivers and --allow use.
std::string_view to_string(Finding finding);
/// The finding of that word, if it is one.
std::optional<Finding> finding_of(std::string_view word);

/// Whether it fails a check, if nobody accepted it.
bool is_bad(Finding finding);
/// Whether the case could not be judged. It does not fail a check, and does not let it pass, if nobody accepted it.
bool is_open(Finding finding);

/// How large a change is, in words.
enum class Magnitude { none, tiny, small, medium, large };

/// By |ratio - 1|: below 0.5 %, 2 %, 10 %, and beyond.
Magnitude magnitude_of(double ratio);
std::string_view to_string(Magnitude magnitude);

}  // namespace quern
