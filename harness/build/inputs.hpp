// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "harness/build/file_state.hpp"

namespace quern {

/// What was read to make something, by absolute paths.
struct Inputs {
  std::set<std::string> files = {};
  std::set<std::string> absent = {};  // where a file, if it were there, would be taken instead of one of `files`
  std::int64_t since = 0;             // when reading began, by file_clock(); 0: when the making did

  void add(const Inputs& more);
};

/// What an entry of the cache was made from and what it consists of: the text of the file `inputs` in it.
struct Manifest {
  std::map<std::string, FileState> read = {};    // by path
  std::map<std::string, std::string> made = {};  // by the name of a file of the entry: its checksum

  [[nodiscard]] std::string text() const;
  /// Nothing if the text is not, in each byte, what text() gave.
  static std::optional<Manifest> parse(std::string_view text);
  /// A hash that is the same wherever the same content was read from the same places.
  [[nodiscard]] std::string state() const;
};

/// The checksums of the files in `folder`, the manifest aside.
std::map<std::string, std::string> checksums(const std::filesystem::path& folder);

}  // namespace quern
