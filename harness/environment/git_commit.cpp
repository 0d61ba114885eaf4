// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/git_commit.hpp"

#include <optional>

#include "harness/environment/git.hpp"

namespace quern {

std::string git_commit(ProcessRunner& runner, const std::map<std::string, std::string>& variables,
                       const std::filesystem::path& folder) {
  const Git git(runner, variables, folder);
  const std::string commit = git.commit("HEAD");
  if (commit.empty()) return {};
  const std::optional<std::string> changes = git.ask({"status", "--porcelain", "--untracked-files=no"});
  return commit + (changes && !changes->empty() ? "-dirty" : "");
}

}  // namespace quern
