// SPDX-License-Identifier: Apache-2.0
#include "harness/settings/rules_place.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <system_error>

#include "base/error.hpp"
#include "harness/compare/rule_nodes.hpp"
#include "harness/environment/git.hpp"
#include "harness/process/process_runner.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

bool is_file(const std::string& text) {
  return text.find(':') == std::string::npos || text.starts_with('/') || text.starts_with("./") ||
         text.starts_with("../");
}

/// Git, asked from the working directory.
struct HereGit {
  std::unique_ptr<ProcessRunner> runner = make_process_runner();
  std::map<std::string, std::string> variables = current_environment();
  Git git{*runner, variables, fs::current_path()};
};

}  // namespace

RulesPlace::RulesPlace(const std::string& text) {
  if (!is_file(text)) {
    const std::size_t colon = text.find(':');
    read_revision(text.substr(0, colon), text.substr(colon + 1));
    return;
  }
  name_ = text;
  file_ = fs::absolute(text).lexically_normal();
}

RulesPlace RulesPlace::of_file(const fs::path& file) {
  const std::string seen = file.lexically_proximate(fs::current_path()).string();
  return RulesPlace(is_file(seen) ? seen : "./" + seen);
}

void RulesPlace::read_revision(const std::string& revision, const std::string& path) {
  const HereGit here;
  const fs::path top = here.git.top();
  if (top.empty())
    throw Error(ErrorKind::usage, fmt::format("'{}:{}' needs a repository, and git finds none here", revision, path),
                "git says more: 'git status'");
  const fs::path normal = fs::path(path).lexically_normal();
  if (path.empty() || normal.is_absolute() || *normal.begin() == "..")
    throw Error(ErrorKind::usage, fmt::format("'{}' is no file of a commit", path),
                "write REV:PATH with PATH from the repository's top, as in 'origin/main:quern.yaml'");
  commit_ = here.git.commit(revision);
  if (commit_.empty())
    throw Error(
        ErrorKind::usage, fmt::format("'{}' does not name one commit of this repository", revision),
        "it may not have been fetched, or be the name of a branch and of a tag: 'git rev-parse --verify' tells");
  revision_ = revision;
  path_ = normal.string();
  name_ = fmt::format("{}:{}", revision, path_);
  file_ = top / path_;
}

RulesPlace RulesPlace::beside(const std::string& path) const {
  if (fs::path(path).is_absolute()) return RulesPlace(path);
  if (is_of_commit())
    return RulesPlace(fmt::format("{}:{}", revision_, (fs::path(path_).parent_path() / path).string()));
  return of_file((file_.parent_path() / path).lexically_normal());
}

std::optional<Source> RulesPlace::find() const {
  if (!is_of_commit()) {
    std::error_code ignored;
    return fs::exists(file_, ignored) ? std::optional(rules_source(name_)) : std::nullopt;
  }
  const HereGit here;
  std::optional<std::string> text = here.git.file(commit_, path_);
  return text ? std::optional(Source(name_, std::move(*text))) : std::nullopt;
}

Source RulesPlace::source() const {
  if (!is_of_commit()) return rules_source(name_);
  if (std::optional<Source> found = find()) return std::move(*found);
  throw Error(ErrorKind::usage, fmt::format("there is no file '{}' in the commit that '{}' names", path_, revision_),
              "rules have to be merged before they can be relied on");
}

}  // namespace quern
