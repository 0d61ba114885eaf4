// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "base/yaml/source.hpp"

namespace quern {

/// Where settings or waivers are read: a file, or a file as a commit has it, which no change of the working tree
/// reaches.
class RulesPlace {
 public:
  /// `REV:PATH` with PATH from the repository's top, or a file. Whatever has a ':' is the former, so that no file can
  /// stand in for a revision; a file with one is written './a:b'. Throws Error(usage) if REV names no commit.
  explicit RulesPlace(const std::string& text);
  /// A file, whatever it is called; named as seen from the working directory.
  static RulesPlace of_file(const std::filesystem::path& file);

  /// The name that messages and reports use. Given as --rules, it leads to this place again.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Where it lies in the working tree, or would.
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  [[nodiscard]] bool is_of_commit() const { return !commit_.empty(); }
  /// What `path` means in a file that is here: of the same commit, unless it is absolute.
  [[nodiscard]] RulesPlace beside(const std::string& path) const;

  /// Nothing if there is no such file.
  [[nodiscard]] std::optional<Source> find() const;
  /// Throws Error(usage) if there is no such file, or if it cannot be read.
  [[nodiscard]] Source source() const;

 private:
  void read_revision(const std::string& revision, const std::string& path);

  std::string name_;
  std::filesystem::path file_;
  std::string revision_;  // as it was given
  std::string commit_;    // that it names; empty: a file
  std::string path_;      // in the commit, from the repository's top
};

}  // namespace quern
