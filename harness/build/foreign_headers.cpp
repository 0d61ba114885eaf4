// SPDX-License-Identifier: Apache-2.0
#include "harness/build/foreign_headers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKnownHeader = "ATen/ATen.h";  // every release has it
constexpr std::array<std::string_view, 4> kTopFolders = {"ATen", "c10", "caffe2", "torch"};

/// Knows folders of headers, each of which many headers are in.
class HeaderFolders {
 public:
  explicit HeaderFolders(const fs::path& own) : own_(own) {}

  // Whether a LibTorch's headers begin in this folder, and it is not ours. By a file and not by the folder: Debian's
  // torch has a folder of links to headers, and some compilers say where a link leads to.
  bool is_foreign(const fs::path& folder) {
    const auto known = known_.find(folder);
    if (known != known_.end()) return known->second;
    std::error_code ignored;
    const bool foreign = fs::exists(folder / kKnownHeader, ignored) &&
                         !fs::equivalent(folder / kKnownHeader, own_ / kKnownHeader, ignored);
    return known_[folder] = foreign;
  }

 private:
  const fs::path& own_;
  std::map<fs::path, bool> known_;
};

bool begins_libtorch(const fs::path& part) {
  return std::find(kTopFolders.begin(), kTopFolders.end(), part.string()) != kTopFolders.end();
}

}  // namespace

std::string foreign_header(const std::set<std::string>& files, const fs::path& include) {
  HeaderFolders folders(include);
  for (const std::string& file : files) {
    fs::path folder;
    for (const fs::path& part : fs::path(file)) {
      if (begins_libtorch(part) && folders.is_foreign(folder)) return file;
      folder /= part;
    }
  }
  return {};
}

std::string foreign_header_text(const std::string& header) {
  return fmt::format("this LibTorch has no such header, and '{}' is one of another LibTorch", header);
}

}  // namespace quern
