// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/release_files.hpp"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>

#include "expand/version_range.hpp"
#include "harness/environment/variables.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kApiHeaders = "torch/csrc/api/include/torch";

bool is_there(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored);
}

// version.h defines TORCH_VERSION_MAJOR, _MINOR and _PATCH; since 2.9 or so, one that it includes does.
std::string version_in_header(const fs::path& include) {
  std::ifstream stream(version_header(include));
  if (std::ifstream newer(include / "torch/headeronly/version.h"); newer) stream = std::move(newer);
  std::map<std::string, std::string> defines;
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    std::string define;
    std::string name;
    std::string value;
    if (words >> define >> name >> value && define == "#define") defines[name] = value;
  }
  const auto number = [&](const char* part) { return value_of(defines, fmt::format("TORCH_VERSION_{}", part)); };
  return number("MAJOR").empty() ? "" : fmt::format("{}.{}.{}", number("MAJOR"), number("MINOR"), number("PATCH"));
}

// Its line is `__version__ = '1.4.0'`, perhaps with a type's name in between.
std::string version_in_python(const fs::path& file) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with("__version__")) continue;
    const std::size_t begin = line.find_first_of("'\"");
    if (begin == std::string::npos) continue;
    std::string version = line.substr(begin + 1, line.find(line[begin], begin + 1) - begin - 1);
    if (parse_version(version)) return version;
  }
  return {};
}

// Each by all the names that it has had; one without which some trees are whole comes with an empty name.
std::vector<std::vector<std::string>> names_of(const std::string& version) {
  const std::vector<std::string> api = {"libtorch.so", "libtorch.so.1"};
  const std::optional<Version> numbers = parse_version(version);
  const auto is = [&](const char* range) { return numbers && parse_version_range(range)->contains(*numbers); };
  if (is("<1.2")) return {api, {"libcaffe2.so"}, {"libc10.so"}};
  if (is("<1.5")) return {api, {"libc10.so"}};
  return {{"libtorch.so", ""}, {"libtorch_cpu.so"}, {"libc10.so"}};
}

}  // namespace

fs::path include_folder(const fs::path& root) {
  for (const char* folder : {"include", "lib/include"})
    if (is_there(root / folder / kApiHeaders / "torch.h")) return root / folder;
  return {};
}

fs::path version_header(const fs::path& include) { return include / kApiHeaders / "version.h"; }

std::string version_below(const fs::path& root, const fs::path& include) {
  const std::string version = version_in_header(include);
  return version.empty() ? version_in_python(root / "version.py") : version;
}

std::vector<fs::path> libraries_of(const std::string& version, const fs::path& folder) {
  std::vector<fs::path> files;
  for (const std::vector<std::string>& names : names_of(version)) {
    std::optional<std::string> found;
    for (const std::string& name : names)
      if (!found && is_there(folder / name)) found = name;
    if (!found) return {};
    if (!found->empty()) files.push_back(folder / *found);
  }
  return files;
}

}  // namespace quern
