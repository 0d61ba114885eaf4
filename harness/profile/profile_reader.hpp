// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/profile/part_reader.hpp"
#include "harness/profile/profile.hpp"

namespace quern {

/// Reads a profile in Callgrind's format, version 1, with all its parts.
/// Throws Error(environment) at `name:line:1` if it is damaged, truncated, of a newer version, or does not add up: the
/// self costs of each part must equal its `totals:`, and with one thread its `summary:` where Callgrind gets that right
/// (not after STOP_INSTRUMENTATION, not with the cache simulation).
Profile read_profile(const ProfileText& source);

/// The same from a file, which messages call by its path.
Profile read_profile_file(const std::filesystem::path& path, Threads threads = Threads::one);

/// What was executed, and nothing about where.
struct ProfileTotals {
  std::vector<std::string> events;
  Costs totals;                    // of all parts
  std::vector<ProfilePart> parts;  // in the order of the file

  /// Throws Error(environment) that lists the events there are.
  [[nodiscard]] std::uint64_t total(std::string_view event) const { return totals[event_index(events, event)]; }
};

/// Reads the totals only, several times faster than read_profile. Makes the same checks, but not those of names.
ProfileTotals read_totals(const ProfileText& source);
ProfileTotals read_totals_file(const std::filesystem::path& path, Threads threads = Threads::one);

}  // namespace quern
