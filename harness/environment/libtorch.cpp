// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/libtorch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <vector>

#include "base/error.hpp"
#include "harness/environment/elf.hpp"
#include "harness/environment/variables.hpp"
#include "harness/process/child_output.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kApiHeaders = "torch/csrc/api/include/torch";
constexpr std::chrono::seconds kAnswerTimeout{60};

// version.h defines TORCH_VERSION_MAJOR, _MINOR and _PATCH; since 2.9 or so, one that it includes does.
std::string version_in(const fs::path& include) {
  std::ifstream stream(include / kApiHeaders / "version.h");
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

// Warnings may come before the answer; torch/version.py needs nothing of torch.
constexpr const char* kQuestion = R"(
import importlib.util, os, runpy, sys
spec = importlib.util.find_spec("torch")
folder = os.path.dirname(os.path.abspath(spec.origin))
version = runpy.run_path(os.path.join(folder, "version.py"))
print("quern: torch")
print(sys.executable)
print(".".join(map(str, sys.version_info[:3])))
print(version["__version__"])
print(version.get("git_version") or "-")
print(folder)
searched = [entry for entry in sys.path if os.path.isabs(entry)]
home = os.path.dirname(folder)  # not among them: a torch in the working directory
print("\n".join(searched if home in searched else [home] + searched))
)";

// Debian keeps libraries in a folder named after the machine, wheels and build trees in lib.
fs::path libraries_beside(const fs::path& include) {
  for (const char* folder : {"lib", "lib64", "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu"}) {
    std::error_code ignored;
    fs::path libraries = include.parent_path() / folder;
    if (fs::exists(libraries / "libtorch_cpu.so", ignored)) return libraries;
  }
  return {};
}

// Wheels up to 2.6 were built with the old std::string. A constructor that takes one tells which: others appear in both
// kinds, because libstdc++'s own functions come along.
bool has_new_abi(const fs::path& libraries) {
  const fs::path library = libraries / "libc10.so";
  constexpr std::string_view kErrorOfOldString[] = {"_ZN3c105ErrorC1ENS_14SourceLocationESs",
                                                    "_ZN3c105ErrorC1ENS_14SourceLocationERKSs"};
  return std::none_of(std::begin(kErrorOfOldString), std::end(kErrorOfOldString),
                      [&](std::string_view symbol) { return file_contains(library, symbol); });
}

}  // namespace

std::optional<PythonTorch> ask_python(ProcessRunner& runner, const fs::path& python,
                                      const std::map<std::string, std::string>& variables) {
  std::optional<std::string> answer;
  try {
    answer = output_of(runner, {python, {"-c", kQuestion}, variables, {}}, kAnswerTimeout);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::environment) throw;  // else no program at all, though it may be executed
  }
  if (!answer) return std::nullopt;
  std::vector<std::string> lines = split_list(*answer, '\n');
  lines.erase(lines.begin(), std::find(lines.begin(), lines.end(), "quern: torch"));
  constexpr std::size_t kFirstFolder = 6;
  if (lines.size() < kFirstFolder) return std::nullopt;
  return PythonTorch{lines[1], lines[2],
                     lines[3], lines[4] == "-" ? "" : lines[4],
                     lines[5], {lines.begin() + kFirstFolder, lines.end()}};
}

std::optional<LibTorch> libtorch_below(const fs::path& root) {
  const fs::path include = root / "include";
  std::error_code ignored;
  if (!fs::exists(include / kApiHeaders / "torch.h", ignored)) return std::nullopt;
  const fs::path libraries = libraries_beside(include);
  return LibTorch{include, libraries, version_in(include), has_new_abi(libraries)};
}

}  // namespace quern
