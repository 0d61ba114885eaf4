// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/build/inputs.hpp"

namespace quern {

/// The files that a compiler names as prerequisites, in the syntax of make (`-MD`).
std::set<std::string> parse_prerequisites(std::string_view text);

/// Takes the lines out of a compiler's output in which a linker names the files it opens (`-t`), and returns these.
std::set<std::string> take_linked_files(std::string& output);

/// The folders in which a compiler looks for headers, in its order, from what it says with `-v`.
std::vector<std::string> parse_search_folders(std::string_view output);

/// Where headers would be found before those that were read, if they were there: in a folder that is searched earlier,
/// or beside a header of the user's. Where a whole folder is missing, it stands for all that could be in it.
std::set<std::string> missing_candidates(const std::set<std::string>& read, const std::vector<std::string>& folders);

/// What the `#include` and `__has_include` of these headers lead to, and the places before it where there is nothing:
/// the compiler does not tell of those.
Inputs asked_for(const std::set<std::string>& read, const std::vector<std::string>& folders);

}  // namespace quern
