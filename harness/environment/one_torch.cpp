// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/one_torch.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <vector>

#include "expand/version_range.hpp"
#include "harness/environment/release_files.hpp"
#include "harness/environment/variables.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

bool is_below(const fs::path& path, const fs::path& root) {
  const fs::path relative = fs::weakly_canonical(path).lexically_relative(fs::weakly_canonical(root));
  return !relative.empty() && *relative.begin() != "..";
}

std::string described(const PythonTorch& torch) {
  return fmt::format("the torch of {} ({} in {})", torch.python.string(), torch.version, torch.package.string());
}

// One file by two names is one library; a copy may be another tomorrow.
bool same_library(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  if (!fs::exists(a, ignored) && !fs::exists(b, ignored)) return true;
  return fs::equivalent(a, b, ignored);
}

bool is_same_torch(const LibTorch& cpp, const PythonTorch& python) {
  constexpr std::array<const char*, 5> kLibraries = {"libtorch_cpu.so", "libtorch.so", "libtorch.so.1", "libcaffe2.so",
                                                     "libc10.so"};
  for (const char* library : kLibraries)
    if (!same_library(cpp.libraries / library, python.libraries() / library)) return false;
  return cpp.version.empty() || parse_version(cpp.version) == parse_version(python.version);
}

class TorchFinder {
 public:
  TorchFinder(ProcessRunner& runner, const Variables& variables, const TorchSearch& search)
      : runner_(runner), variables_(variables), search_(search), root_(value_of(variables, "QUERN_TORCH_ROOT")) {}

  OneTorch find() {
    if (root_.empty())
      look_around();
    else
      look_at_root();
    return std::move(found_);
  }

 private:
  // Who names a LibTorch wants no other, in either language.
  void look_at_root() {
    found_.cpp = libtorch_below(root_);
    if (found_.cpp && found_.cpp->libraries.empty()) found_.cpp.reset();
    if (!found_.cpp) found_.no_cpp = fmt::format("no LibTorch in QUERN_TORCH_ROOT, which is '{}'", root_);
    for (const fs::path& program : pythons()) {
      std::optional<PythonTorch> torch = ask(program);
      if (!torch) continue;
      found_.no_python = described(*torch) + " is not the one that QUERN_TORCH_ROOT names";
      if (!(found_.cpp ? is_same_torch(*found_.cpp, *torch) : is_below(torch->package, root_))) continue;
      found_.python = std::move(torch);
      return;
    }
  }

  void look_around() {
    for (const fs::path& program : pythons()) {
      found_.python = ask(program);
      if (found_.python) break;
    }
    for (const fs::path& prefix : prefixes()) {
      const std::optional<LibTorch> torch = libtorch_below(prefix);
      if (!torch) continue;
      if (torch->libraries.empty()) {
        found_.no_cpp = fmt::format("LibTorch's headers are in '{}', but its libraries are not beside them",
                                    torch->include.string());
      } else if (!found_.python || is_same_torch(*torch, *found_.python)) {
        found_.cpp = torch;
        return;
      }
    }
    if (found_.python) found_.no_cpp = why_python_only(*found_.python);
    if (found_.no_cpp.empty()) found_.no_cpp = "no LibTorch found";
  }

  // The system's folders lend a Python's torch its headers at most: another torch's are refused.
  [[nodiscard]] std::vector<fs::path> prefixes() const {
    std::vector<fs::path> folders;
    if (found_.python) folders.push_back(found_.python->package);
    for (const std::string& prefix : split_list(value_of(variables_, "CMAKE_PREFIX_PATH")))
      folders.emplace_back(prefix);
    if (search_.system || found_.python)
      for (const char* system : {"/usr/local", "/usr"}) folders.emplace_back(system);
    return folders;
  }

  static std::string why_python_only(const PythonTorch& torch) {
    if (libraries_of(torch.version, torch.libraries()).empty())
      return described(torch) + " has not all of LibTorch's libraries in lib, and no other ones are taken for it";
    if (!libtorch_below(torch.package)) return described(torch) + " has no headers in include";
    return described(torch) + " has headers of another version";
  }

  // python3 or python, whichever comes first: an environment may have but one of the names, and the other lead out of
  // it.
  [[nodiscard]] fs::path first_python() const {
    for (const std::string& folder : split_list(value_of(variables_, "PATH")))
      for (const char* name : {"python3", "python"})
        if (fs::path program = runner_.find_program(name, folder); !program.empty()) return program;
    return {};
  }

  [[nodiscard]] fs::path wanted_python() const {
    const fs::path wanted = search_.python;
    const std::string folder = wanted.parent_path().string();
    return runner_.find_program(wanted.filename().string(), folder.empty() ? value_of(variables_, "PATH") : folder);
  }

  // Which to ask, in this order.
  std::vector<fs::path> pythons() {
    if (!search_.python.empty())
      found_.no_python = fmt::format("the python '{}' cannot be run or has no torch", search_.python);
    else
      found_.no_python = "there is no python3 in PATH";
    std::vector<fs::path> programs = {search_.python.empty() ? first_python() : wanted_python()};
    if (search_.system && search_.python.empty())
      if (const fs::path system = runner_.find_program("python3", "/usr/bin"); system != programs.front())
        programs.push_back(system);
    std::erase(programs, fs::path());
    return programs;
  }

  std::optional<PythonTorch> ask(const fs::path& program) {
    std::optional<PythonTorch> torch = ask_python(runner_, program, variables_);
    if (!torch && search_.python.empty()) found_.no_python = fmt::format("{} has no torch", program.string());
    return torch;
  }

  ProcessRunner& runner_;
  const Variables& variables_;
  const TorchSearch& search_;
  std::string root_;
  OneTorch found_;
};

}  // namespace

OneTorch find_torch(ProcessRunner& runner, const std::map<std::string, std::string>& variables,
                    const TorchSearch& search) {
  return TorchFinder(runner, variables, search).find();
}

}  // namespace quern
