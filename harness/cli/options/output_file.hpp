// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <ostream>
#include <string>

namespace quern {

/// Where a result goes: a file that appears whole or not at all, or standard output.
class OutputFile {
 public:
  /// Empty: standard output. A device or a pipe (/dev/stdout, /dev/fd/3) is written to, everything else replaced.
  /// Throws Error(environment) if the file could not be written.
  explicit OutputFile(std::filesystem::path path);

  /// Throws Error(environment) if the disk is full, or whatever else is wrong; a file that was there stays as it was.
  void write(const std::string& text, std::ostream& out) const;

 private:
  std::filesystem::path path_;
};

/// Writes to the file, or if that fails to standard output before it throws.
void write_result(const OutputFile& output, const std::string& text, std::ostream& out);

}  // namespace quern
