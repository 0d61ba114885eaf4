// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/process/process_runner.hpp"

namespace quern {

/// Asks git about the repository around a folder. Whatever files and folders hold there, git runs no program for it:
/// no pager, no hook, no file-system monitor, no repository that lies hidden among the files of another.
class Git {
 public:
  Git(ProcessRunner& runner, const std::map<std::string, std::string>& variables, std::filesystem::path folder);

  /// What git prints, at most 64 kB of both streams; nothing if it fails or is not installed.
  [[nodiscard]] std::optional<std::string> ask(std::vector<std::string> arguments) const;

  /// The repository's top folder; empty outside of one, or if git does not trust its owner (`safe.directory`).
  [[nodiscard]] std::filesystem::path top() const;
  /// The commit that `revision` names, in full; empty if it names none, or more than one.
  [[nodiscard]] std::string commit(const std::string& revision) const;
  /// The commits behind `a` up to `b`, the oldest first, along the first parents: a line for each. Nothing if `a` is
  /// not an ancestor of `b`. Both are full ids.
  [[nodiscard]] std::optional<std::string> commits_between(const std::string& a, const std::string& b) const;
  /// The whole of a file as `commit` has it; nothing if it has none there. `path` is from the repository's top.
  [[nodiscard]] std::optional<std::string> file(const std::string& commit, const std::string& path) const;

 private:
  [[nodiscard]] std::optional<std::string> ask_at_length(std::vector<std::string> arguments) const;
  [[nodiscard]] ChildSpec spec(std::vector<std::string> arguments) const;

  ProcessRunner& runner_;
  const std::map<std::string, std::string>& variables_;
  std::filesystem::path folder_;
  std::filesystem::path program_;
};

}  // namespace quern
