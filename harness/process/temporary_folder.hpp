// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

namespace quern {

/// A folder that only this user can read, gone with its owner.
class TemporaryFolder {
 public:
  /// In TMPDIR. Throws Error(environment) if it cannot be made.
  TemporaryFolder();
  /// In `parent`, with a name of constant length.
  explicit TemporaryFolder(const std::filesystem::path& parent);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace quern
