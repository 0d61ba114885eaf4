// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/loaded_torch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "expand/version_range.hpp"
#include "harness/measure/server.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

// LibTorch's own, in all releases; extensions have names that begin like these.
constexpr std::array<std::string_view, 8> kTorchLibraries = {"libtorch",     "libtorch_cpu",    "libtorch_cuda",
                                                             "libtorch_hip", "libtorch_python", "libc10",
                                                             "libc10_cuda",  "libcaffe2"};

bool is_torch_library(const fs::path& file) {
  const std::string name = file.filename().string();
  const std::string_view stem = std::string_view(name).substr(0, name.find(".so"));
  return stem.size() < name.size() &&
         std::find(kTorchLibraries.begin(), kTorchLibraries.end(), stem) != kTorchLibraries.end();
}

std::vector<fs::path> torch_libraries_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (is_torch_library(entry.path())) files.push_back(entry.path());
  return files;
}

bool contains_file(const std::vector<fs::path>& files, const fs::path& wanted) {
  std::error_code ignored;
  return std::any_of(files.begin(), files.end(),
                     [&](const fs::path& file) { return fs::equivalent(file, wanted, ignored); });
}

// What the library itself says, among its build settings, since 1.7 or so.
std::string version_of_library(const std::string& config) {
  constexpr std::string_view kKey = "TORCH_VERSION=";
  const std::size_t at = config.find(kKey);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + kKey.size();
  return config.substr(begin, config.find_first_of(", ", begin) - begin);
}

bool same_numbers(const std::string& a, const std::string& b) { return parse_version(a) == parse_version(b); }

}  // namespace

std::string why_another_torch(const ProbedTorch& probed, const Hello& hello) {
  if (!probed.version.empty() && !same_numbers(hello.torch_version, probed.version))
    return fmt::format("it is {}, and {} was found there", hello.torch_version, probed.version);
  if (const std::string said = version_of_library(hello.config);
      !said.empty() && !same_numbers(said, hello.torch_version))
    return fmt::format("its libraries are of {}, the rest of {}", said, hello.torch_version);
  const std::vector<fs::path> expected = torch_libraries_in(probed.libraries);
  if (expected.empty()) return {};  // a Python whose torch keeps none: it is where the package is
  bool any = false;
  for (const fs::path file : hello.libraries) {
    if (!is_torch_library(file)) continue;
    any = true;
    if (!contains_file(expected, file))
      return fmt::format("it loaded {}, which is not in {}", file.string(), probed.libraries.string());
  }
  return any ? "" : fmt::format("it loaded no library of {}", probed.libraries.string());
}

void require_probed_torch(const ProbedTorch& probed, const Hello& hello) {
  if (const std::string reason = why_another_torch(probed, hello); !reason.empty())
    throw Error(ErrorKind::environment, fmt::format("another torch was loaded than the one to be measured: {}", reason),
                "does LD_LIBRARY_PATH, PYTHONPATH or a library's RUNPATH lead elsewhere?");
}

}  // namespace quern
