// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <filesystem>
#include <variant>
#include <vector>

#include "harness/model/run.hpp"

namespace quern {

/// What a case leaves behind.
struct CaseFiles {
  std::filesystem::path result;  // its own words
  std::filesystem::path dumps;   // Callgrind's, `<pid>.<part>`
  int threads = 1;
};

struct NothingLeft {};

using CaseOutcome = std::variant<std::vector<Window>, Failure, NothingLeft>;

/// Reads the windows of a case, or why it has none. A damaged dump is a Failure of kind profile.
CaseOutcome read_case(const CaseFiles& files);

/// What each function executed in the longer window of a pair beyond the shorter one. Throws Error(environment).
CaseFunctions read_functions(const CaseFiles& files, std::size_t pair);

/// Callgrind's dump of a window.
std::filesystem::path find_window(const CaseFiles& files, std::size_t window);

}  // namespace quern
