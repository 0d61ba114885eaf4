// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <filesystem>
#include <variant>
#include <vector>

#include "harness/model/run.hpp"

namespace quern {

/// What one process of a case leaves behind.
struct CaseFiles {
  std::filesystem::path result;  // its own words
  std::filesystem::path dumps;   // Callgrind's, `<pid>.<part>`
  int threads = 1;
  bool one_thread = false;  // who counts does not see the others: a window with several is a failure
  bool timed = false;       // blocks that were timed natively, and no dumps
};

/// Events of a block that was timed natively.
inline constexpr const char* kBlockTime = "ns";
inline constexpr const char* kBlockWindows = "windows";
inline constexpr const char* kBlockPreempted = "preempted";
inline constexpr const char* kBlockCore = "core";

struct NothingLeft {};

using CaseOutcome = std::variant<std::vector<Window>, Failure, NothingLeft>;

/// Reads the windows of a case, or why it has none. A dump that is damaged or does not add up is a Failure of kind
/// profile.
CaseOutcome read_case(const CaseFiles& files);

/// Moves what a process left into `folder`, which is made, out of the way of the case's next process. Where it is then.
/// Throws Error(environment).
CaseFiles set_aside(const CaseFiles& files, const std::filesystem::path& folder);

/// A pair of windows, and the process in which it was measured.
struct MeasuredPair {
  const CaseFiles& files;
  std::size_t pair = 0;  // in that process
};

/// The pair with this number, counted over all processes of a case. Throws Error(environment) if there is none.
MeasuredPair find_pair(const std::vector<CaseFiles>& processes, std::size_t pair);

/// What each function executed in the longer window of a pair beyond the shorter one. Throws Error(environment).
CaseFunctions read_functions(const MeasuredPair& measured);

/// Callgrind's dump of the longer window of a pair. Throws Error(environment).
std::filesystem::path longer_window(const MeasuredPair& measured);

}  // namespace quern
