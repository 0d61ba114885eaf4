// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <filesystem>

#include "base/descriptor.hpp"

namespace quern {

/// A folder that only this user can read. It is removed with this object or, if the process was killed, by the next
/// sweep.
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
  Descriptor lock_;  // held as long as the owner lives
};

/// Removes the temporary folders of processes of this user that were killed. Those younger than `age` are left alone:
/// their owner may not have locked them yet.
void sweep_temporary_folders(const std::filesystem::path& parent, std::chrono::seconds age = std::chrono::minutes(1));

}  // namespace quern
