// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quern {

/// One count per event of the profile, in the order of its `events`. No sum of counts exceeds INT64_MAX.
using Costs = std::vector<std::uint64_t>;

/// Adds event by event. Throws Error(environment) beyond INT64_MAX: only a damaged profile gets there.
void add_costs(std::span<std::uint64_t> sum, std::span<const std::uint64_t> more);

/// An `event:` line: what a column means, or how KCachegrind would derive it from others.
struct EventDefinition {
  std::string name;
  std::string formula;    // empty unless derived
  std::string long_name;  // may be empty
};

/// What one function executed itself in code of one source file: its own, or one that was inlined into it.
struct FileCost {
  std::string file;
  Costs self;
};

/// One function as Callgrind names it. `name` keeps Callgrind's suffixes: `f'2` is f called by itself, `f [PLT]`.
struct FunctionCost {
  std::string name;
  std::string file;    // `???` if unknown
  std::string object;  // the library or program, `???` if unknown
  std::uint64_t calls = 0;
  Costs self;
  Costs inclusive;  // see add_inclusive_costs
  std::vector<FileCost> files;
  bool recursive = false;  // part of a cycle of calls: `inclusive` is an upper bound
};

/// All calls from one function to another. Caller and callee are indices of `Profile::functions`.
struct CallCost {
  std::size_t caller = 0;
  std::size_t callee = 0;
  std::uint64_t count = 0;  // 0 if only calls that began before the window returned in it
  Costs inclusive;          // nested calls of a recursion are in it several times, as Callgrind writes them
};

/// One dump: Callgrind writes one per DUMP_STATS, and one per thread with --separate-threads=yes.
struct ProfilePart {
  std::uint64_t number = 0;
  std::uint64_t thread = 0;  // 0 unless threads are separate
  std::string trigger;       // for example `Program termination`, or the name given to the client request
  Costs totals;
  Costs summary;  // as written: 0 or below (mod 2^64) once instrumentation is off; empty if there is none
};

/// A Callgrind profile, or the sum of several. Functions are sorted by name, file and object; calls by caller and
/// callee.
struct Profile {
  std::string creator;
  std::string command;
  std::vector<std::string> events;
  std::vector<EventDefinition> event_definitions;
  std::vector<FunctionCost> functions;
  std::vector<CallCost> calls;
  std::vector<ProfilePart> parts;
  Costs totals;

  /// The column of an event. Throws Error(environment) that lists the events there are.
  [[nodiscard]] std::size_t event_index(std::string_view event) const;
  [[nodiscard]] std::uint64_t total(std::string_view event) const { return totals[event_index(event)]; }
};

/// The sum of the dumps of one program (part files, thread files). Throws Error(environment) if their events differ.
Profile sum_profiles(std::span<const Profile> profiles);

/// The column of `event` in `events`. Throws Error(environment) that lists the events there are.
std::size_t event_index(std::span<const std::string> events, std::string_view event);

}  // namespace quern
