// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/git_commit.hpp"

#include <chrono>
#include <optional>
#include <string_view>
#include <utility>

#include "harness/process/child_output.hpp"

namespace quern {
namespace {

constexpr std::chrono::seconds kTimeout{20};

bool is_commit(std::string_view text) {
  constexpr std::size_t kSha1 = 40;
  constexpr std::size_t kSha256 = 64;
  return (text.size() == kSha1 || text.size() == kSha256) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

std::string git_commit(ProcessRunner& runner, const std::map<std::string, std::string>& variables,
                       const std::filesystem::path& folder) {
  const auto path = variables.find("PATH");
  const std::filesystem::path git =
      runner.find_program("git", path == variables.end() ? "/usr/bin:/bin" : path->second);
  if (git.empty()) return {};
  const auto ask = [&](std::vector<std::string> arguments) {
    return output_of(runner, {git, std::move(arguments), variables, {}, folder}, kTimeout);
  };
  const std::optional<std::string> head = ask({"rev-parse", "--verify", "--quiet", "HEAD"});
  const std::string commit = head ? first_line(*head) : "";
  if (!is_commit(commit)) return {};
  // No locks: a look must not get in the way of what the user does in another window.
  const std::optional<std::string> changes =
      ask({"--no-optional-locks", "status", "--porcelain", "--untracked-files=no"});
  return commit + (changes && !changes->empty() ? "-dirty" : "");
}

}  // namespace quern
