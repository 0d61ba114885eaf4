// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "harness/process/process_runner.hpp"

namespace quern {

/// The commit that is checked out in the repository around `folder`, with `-dirty` behind it if files that git knows
/// were changed since. Empty outside of a repository, without git, or before the first commit.
std::string git_commit(ProcessRunner& runner, const std::map<std::string, std::string>& variables,
                       const std::filesystem::path& folder);

}  // namespace quern
