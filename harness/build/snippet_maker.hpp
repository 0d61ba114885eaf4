// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "expand/case/case.hpp"
#include "harness/build/toolchain.hpp"
#include "harness/model/run.hpp"

namespace quern {

/// Thrown out of the making of a cache entry: the case cannot be compiled, or not be measured.
struct NotMade {
  Failure failure;
};

/// Bump it when the same case becomes other code: it is part of what a cached object was made from.
inline constexpr const char* kSnippetForm = "2";

inline constexpr const char* kSnippetObject = "snippets.so";

/// Compiles one case into `folder`, in the form that keeps every value alive, if there is one that compiles, and
/// leaves what must be said about it there too. Returns what was read. Throws NotMade.
Inputs make_snippet(const Case& args, const Toolchain& toolchain, const std::filesystem::path& folder);

/// What it left to say: sentences for CaseResult::notes.
std::vector<std::string> snippet_notes(const std::filesystem::path& folder);

}  // namespace quern
