// SPDX-License-Identifier: Apache-2.0
#include "harness/settings/settings_search.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <system_error>

#include "harness/environment/git.hpp"
#include "harness/process/process_runner.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

bool lies_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

/// The folder with `.git` that `folder` is in; empty outside of a repository.
fs::path repository_around(fs::path folder) {
  while (!lies_there(folder / ".git")) {
    if (folder == folder.parent_path()) return {};
    folder = folder.parent_path();
  }
  return folder;
}

// Who became root by sudo is still the owner of what lies in the own folders.
std::optional<uid_t> user_behind_sudo() {
  const std::map<std::string, std::string> variables = current_environment();
  const auto found = variables.find("SUDO_UID");
  if (geteuid() != 0 || found == variables.end()) return std::nullopt;
  uid_t user = 0;
  const char* const end = found->second.data() + found->second.size();
  const auto [rest, error] = std::from_chars(found->second.data(), end, user);
  return error == std::errc{} && rest == end ? std::optional(user) : std::nullopt;
}

// Containers of CI services run as root on files of somebody else; who does so has told git that they may be trusted.
bool is_safe_by_git(uid_t owner, const fs::path& repository) {
  struct stat top = {};
  if (repository.empty() || stat(repository.c_str(), &top) != 0 || top.st_uid != owner) return false;
  const std::unique_ptr<ProcessRunner> runner = make_process_runner();
  return !Git(*runner, current_environment(), repository).top().empty();
}

bool may_decide(uid_t owner, const fs::path& repository) {
  return owner == geteuid() || owner == 0 || owner == user_behind_sudo() || is_safe_by_git(owner, repository);
}

// A link's owner decides what is read, and the owner of what it leads to what is in it.
bool is_trusted(const fs::path& file, const fs::path& repository) {
  struct stat link = {};
  struct stat target = {};
  if (lstat(file.c_str(), &link) != 0) return false;
  if (stat(file.c_str(), &target) != 0) return true;  // reading it says what is wrong
  return may_decide(link.st_uid, repository) && (target.st_uid == link.st_uid || may_decide(target.st_uid, repository));
}

// All folders that are searched lie on one line to the top: the shorter path is the outer one.
std::string_view reason_against(const fs::path& file, const fs::path& repository) {
  if (file.parent_path().native().size() < repository.native().size()) return "it is above the repository's top";
  return is_trusted(file, repository) ? "" : "it belongs to somebody else";
}

}  // namespace

SettingsSearch search_settings(fs::path folder) {
  SettingsSearch search;
  const fs::path repository = repository_around(folder);
  for (bool more = true; more; folder = folder.parent_path()) {
    more = folder != folder.parent_path();
    const fs::path file = folder / "quern.yaml";
    if (!lies_there(file)) continue;
    const std::string_view reason = reason_against(file, repository);
    if (reason.empty()) {
      search.used = file;
      return search;
    }
    if (search.not_used.empty())
      search.not_used =
          fmt::format("'{}' is not used: {}", file.lexically_proximate(fs::current_path()).string(), reason);
  }
  return search;
}

}  // namespace quern
