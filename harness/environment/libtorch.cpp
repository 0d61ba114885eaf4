// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/libtorch.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include "base/error.hpp"
#include "harness/environment/elf.hpp"
#include "harness/environment/release_files.hpp"
#include "harness/environment/variables.hpp"
#include "harness/process/child_output.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kAnswerTimeout{60};

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
fs::path library_folder(const fs::path& root, const std::string& version) {
  for (const char* folder : {"lib", "lib64", "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu"})
    if (!libraries_of(version, root / folder).empty()) return root / folder;
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
  const fs::path include = include_folder(root);
  if (include.empty()) return std::nullopt;
  const std::string version = version_below(root, include);
  const fs::path libraries = library_folder(root, version);
  return LibTorch{include, libraries, version, has_new_abi(libraries)};
}

}  // namespace quern
