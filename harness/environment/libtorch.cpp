// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/libtorch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <sstream>
#include <vector>

#include "harness/environment/elf.hpp"
#include "harness/environment/variables.hpp"
#include "harness/process/child_output.hpp"
#include "worker/protocol/error.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kApiHeaders = "torch/csrc/api/include/torch";
constexpr std::chrono::seconds kAnswerTimeout{60};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    if (!part.empty()) parts.push_back(part);
  return parts;
}

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
print("\n".join(entry for entry in sys.path if os.path.isabs(entry)))
)";

std::optional<PythonTorch> ask(ProcessRunner& runner, const fs::path& python,
                               const std::map<std::string, std::string>& variables) {
  const std::optional<std::string> answer =
      output_of(runner, {python, {"-c", kQuestion}, variables, {}}, kAnswerTimeout);
  if (!answer) return std::nullopt;
  std::vector<std::string> lines = split(*answer, '\n');
  lines.erase(lines.begin(), std::find(lines.begin(), lines.end(), "quern: torch"));
  constexpr std::size_t kFirstFolder = 6;
  if (lines.size() < kFirstFolder) return std::nullopt;
  return PythonTorch{lines[1], lines[2],
                     lines[3], lines[4] == "-" ? "" : lines[4],
                     lines[5], {lines.begin() + kFirstFolder, lines.end()}};
}

std::optional<PythonTorch> ask_wanted(ProcessRunner& runner, const fs::path& wanted,
                                      const std::map<std::string, std::string>& variables) {
  const std::string folder = wanted.parent_path().string();
  const fs::path program =
      runner.find_program(wanted.filename().string(), folder.empty() ? value_of(variables, "PATH") : folder);
  if (program.empty()) return std::nullopt;
  try {
    return ask(runner, program, variables);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::environment) throw;
    return std::nullopt;  // no program at all, though it may be executed
  }
}

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

std::optional<LibTorch> libtorch_in(const fs::path& include) {
  std::error_code ignored;
  if (!fs::exists(include / kApiHeaders / "torch.h", ignored)) return std::nullopt;
  const fs::path libraries = libraries_beside(include);
  return LibTorch{include, libraries, version_in(include), has_new_abi(libraries)};
}

}  // namespace

std::optional<PythonTorch> find_python_torch(ProcessRunner& runner, const std::map<std::string, std::string>& variables,
                                             const std::string& wanted) {
  if (!wanted.empty()) return ask_wanted(runner, wanted, variables);
  const fs::path first = runner.find_program("python3", value_of(variables, "PATH"));
  const fs::path system = runner.find_program("python3", "/usr/bin");
  if (!first.empty())
    if (std::optional<PythonTorch> found = ask(runner, first, variables)) return found;
  return system.empty() || system == first ? std::nullopt : ask(runner, system, variables);
}

std::optional<LibTorch> find_libtorch(const std::map<std::string, std::string>& variables,
                                      const std::optional<PythonTorch>& python) {
  std::vector<fs::path> includes;
  const std::string root = value_of(variables, "QUERN_TORCH_ROOT");
  if (!root.empty()) return libtorch_in(fs::path(root) / "include");  // who names one wants no other
  if (python) includes.push_back(python->package / "include");
  for (const std::string& prefix : split(value_of(variables, "CMAKE_PREFIX_PATH"), ':'))
    includes.push_back(fs::path(prefix) / "include");
  for (const char* system : {"/usr/local/include", "/usr/include"}) includes.emplace_back(system);
  for (const fs::path& include : includes)
    if (std::optional<LibTorch> found = libtorch_in(include)) return found;
  return std::nullopt;
}

}  // namespace quern
