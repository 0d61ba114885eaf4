// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/mimalloc.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "base/error.hpp"
#include "expand/version_range.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

// Of libmimalloc.so.2 and the like. The variants that check (libmimalloc-secure.so.2) have another name, and
// libmimalloc.so is what programs are linked with.
std::optional<Version> mimalloc_version(const fs::path& file) {
  constexpr std::string_view kName = "libmimalloc.so.";
  const std::string name = file.filename().string();
  if (!name.starts_with(kName)) return std::nullopt;
  return parse_version(std::string_view(name).substr(kName.size()));
}

bool can_be_read(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error);  // and not a link that leads nowhere
}

}  // namespace

std::vector<fs::path> library_folders() {
  return {"/usr/local/lib", "/usr/local/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu",
          "/usr/lib64"};
}

fs::path find_mimalloc(const std::vector<fs::path>& folders) {
  fs::path newest;
  Version newest_version;
  for (const fs::path& folder : folders) {
    std::error_code error;  // a folder that is not there has no libraries
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
      const std::optional<Version> version = mimalloc_version(entry->path());
      if (!version || *version <= newest_version || !can_be_read(entry->path())) continue;
      newest = entry->path();
      newest_version = *version;
    }
  }
  return newest;
}

fs::path require_mimalloc(const std::vector<fs::path>& folders) {
  fs::path library = find_mimalloc(folders);
  if (library.empty())
    throw Error(ErrorKind::environment, "--allocator mimalloc: this system has no libmimalloc.so",
                "as root: apt-get install libmimalloc-dev; the other allocators need nothing");
  return library;
}

}  // namespace quern
