// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>

namespace quern {

/// What a path leads to at some moment. Links are followed: another target is another content.
struct FileState {
  std::string content;       // a hash; "absent" if there is nothing, "present" if there is something else than a file
  std::string identity;      // device, inode, size and times; empty if the file may change again without a trace
  std::int64_t changed = 0;  // when its content or its times changed last, by file_clock()
};

/// Nanoseconds on the clock that the kernel marks files with.
std::int64_t file_clock();

/// Looks at files, and reads each only once as long as it stays the same. Threads may share it.
class FileStates {
 public:
  [[nodiscard]] FileState look(const std::string& path);
  /// Whether the content is still what it was. Large files are read only if they are not the very same file.
  [[nodiscard]] bool holds(const std::string& path, const FileState& recorded);

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, FileState> known_;
};

}  // namespace quern
