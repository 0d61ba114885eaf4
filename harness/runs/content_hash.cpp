// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/content_hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <system_error>

#include "base/error.hpp"
#include "base/hash.hpp"
#include "harness/process/interrupt.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = std::size_t{1} << 20U;

void add_content(Hasher& hasher, const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string block(kBlock, '\0');
  while (stream) {
    if (interrupted()) throw Error(ErrorKind::interrupted, "interrupted");
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    hasher.add(std::string_view(block).substr(0, static_cast<std::size_t>(stream.gcount())));
  }
  if (!stream.eof())
    throw Error(ErrorKind::environment, fmt::format("cannot read '{}'", file.string()),
                "it belongs to the build that is to be measured");
}

class ContentHash {
 public:
  explicit ContentHash(const FileFilter& filter) : filter_(filter) {}

  void add(const fs::path& place, bool with_folders) {
    std::error_code ignored;
    hasher_.add("place\n");
    if (fs::is_regular_file(place, ignored)) return add_file("", place);
    std::map<std::string, fs::path> files;  // in the order of their names: the disk's is any
    if (fs::is_directory(place, ignored)) collect(place, with_folders, files);
    for (const auto& [name, file] : files) add_file(name, file);
  }

  [[nodiscard]] std::string digits() const { return hasher_.digits(); }

 private:
  void collect(const fs::path& place, bool with_folders, std::map<std::string, fs::path>& files) const {
    for (fs::recursive_directory_iterator entry(place), end; entry != end; ++entry) {
      std::error_code ignored;
      if (entry->is_directory(ignored)) {
        if (!with_folders || entry->path().filename() == "__pycache__") entry.disable_recursion_pending();
      } else if (entry->is_regular_file(ignored) && (!filter_ || filter_(entry->path()))) {
        files[entry->path().lexically_relative(place).string()] = entry->path();
      }
    }
  }

  void add_file(const std::string& name, const fs::path& file) {
    hasher_.add(fmt::format("{}\n{}\n", name, fs::file_size(file)));
    add_content(hasher_, file);
  }

  const FileFilter& filter_;
  Hasher hasher_;
};

}  // namespace

std::string content_of(const std::vector<fs::path>& places, const FileFilter& filter) {
  ContentHash hash(filter);
  for (const fs::path& place : places) hash.add(place, true);
  return hash.digits();
}

std::string content_beside(const fs::path& folder, const FileFilter& filter) {
  ContentHash hash(filter);
  hash.add(folder, false);
  return hash.digits();
}

}  // namespace quern
