// SPDX-License-Identifier: Apache-2.0
#include "harness/build/release_flags.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/error.hpp"
#include "expand/version_range.hpp"
#include "harness/environment/release_files.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStandIns = "worker/compat/missing";
constexpr const char* kNumber = "-DQUERN_TORCH_";

std::vector<std::string> version_flags(const LibTorch& torch) {
  std::optional<Version> numbers = parse_version(torch.version);
  if (!numbers)
    throw Error(ErrorKind::environment,
                fmt::format("the LibTorch in '{}' does not tell its version", torch.include.string()),
                "releases before 1.8 need the version.py of their package beside the folders include and lib");
  numbers->resize(3);
  return {fmt::format("{}MAJOR={}", kNumber, numbers->at(0)), fmt::format("{}MINOR={}", kNumber, numbers->at(1)),
          fmt::format("{}PATCH={}", kNumber, numbers->at(2))};
}

}  // namespace

std::vector<std::string> standards_of(const LibTorch& torch) {
  const std::optional<Version> numbers = parse_version(torch.version);
  if (numbers && parse_version_range(">=2.14")->contains(*numbers)) return {"c++20", "c++17", "c++14"};
  return {"c++17", "c++20", "c++14"};
}

std::vector<std::string> header_flags(const LibTorch& torch, const fs::path& sources) {
  std::vector<std::string> flags = {"-isystem" + (torch.include / "torch/csrc/api/include").string()};
  // A folder that is searched anyway must keep its place, or the standard library's #include_next goes astray.
  if (torch.include != "/usr/include") flags.push_back("-isystem" + torch.include.string());
  std::error_code ignored;
  if (fs::exists(version_header(torch.include), ignored)) return flags;
  flags.push_back("-isystem" + (sources / kStandIns).string());
  for (std::string& flag : version_flags(torch)) flags.push_back(std::move(flag));
  return flags;
}

bool is_place_or_release(const std::string& flag) {
  return flag.starts_with("-I") || flag.starts_with("-isystem") || flag.starts_with(kNumber);
}

}  // namespace quern
