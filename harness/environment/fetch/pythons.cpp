// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/fetch/pythons.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "expand/version_range.hpp"
#include "harness/environment/variables.hpp"
#include "harness/process/child_output.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kPythonTimeout{20};
constexpr int kOldestMinor = 5;
constexpr int kNewestMinor = 30;

constexpr const char* kWhichPython = R"(
import sys, sysconfig
if sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED"):
    print("quern: python")
    print(sys.executable)
    print(".".join(map(str, sys.version_info[:3])))
)";

class PythonFinder {
 public:
  PythonFinder(ProcessRunner& runner, const Variables& variables) : runner_(runner), variables_(variables) {}

  void add_named(const std::string& name) {
    const fs::path wanted = name;
    const std::string folder = wanted.parent_path().string();
    const fs::path program =
        runner_.find_program(wanted.filename().string(), folder.empty() ? value_of(variables_, "PATH") : folder);
    if (program.empty() || !add(program))
      throw Error(ErrorKind::usage, fmt::format("the Python '{}' cannot be run, or is not CPython", name),
                  "give --python a name in PATH or a path");
  }

  void add_path() {
    std::vector<std::string> names = {"python3"};
    for (int minor = kNewestMinor; minor >= kOldestMinor; --minor) names.push_back(fmt::format("python3.{}", minor));
    for (const std::string& folder : split_list(value_of(variables_, "PATH")))
      for (const std::string& name : names)
        if (const fs::path program = runner_.find_program(name, folder); !program.empty()) add(program);
  }

  void add_pyenv() {
    fs::path root = value_of(variables_, "PYENV_ROOT");
    if (root.empty()) root = fs::path(value_of(variables_, "HOME")) / ".pyenv";
    std::error_code ignored;
    std::vector<fs::path> versions;
    for (const fs::directory_entry& entry : fs::directory_iterator(root / "versions", ignored))
      versions.push_back(entry.path());
    std::sort(versions.begin(), versions.end());
    for (const fs::path& version : versions)
      if (const fs::path program = runner_.find_program("python3", (version / "bin").string()); !program.empty())
        add(program);
  }

  std::vector<PythonProgram> found() {
    const auto numbers = [](const PythonProgram& python) { return parse_version(python.version).value_or(Version{}); };
    std::stable_sort(found_.begin(), found_.end(),
                     [&](const PythonProgram& a, const PythonProgram& b) { return numbers(a) > numbers(b); });
    return std::move(found_);
  }

 private:
  // False if it is none. Of two that have the same minor version the first one stays.
  bool add(const fs::path& program) {
    if (!asked_.insert(program).second) return true;
    const std::optional<PythonProgram> python = ask(program);
    if (!python) return false;
    Version minor = parse_version(python->version).value_or(Version{});
    minor.resize(2);
    if (minors_.insert(minor).second) found_.push_back(*python);
    return true;
  }

  std::optional<PythonProgram> ask(const fs::path& program) {
    std::optional<std::string> answer;
    try {
      answer = output_of(runner_, {program, {"-I", "-c", kWhichPython}, variables_, {}}, kPythonTimeout);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::environment) throw;  // else no program at all, though it may be executed
    }
    std::vector<std::string> lines = split_list(answer.value_or(""), '\n');
    lines.erase(lines.begin(), std::find(lines.begin(), lines.end(), "quern: python"));
    if (lines.size() < 3) return std::nullopt;
    return PythonProgram{lines[1], lines[2]};
  }

  ProcessRunner& runner_;
  const Variables& variables_;
  std::set<fs::path> asked_;
  std::set<Version> minors_;
  std::vector<PythonProgram> found_;
};

}  // namespace

std::vector<PythonProgram> find_pythons(ProcessRunner& runner, const std::map<std::string, std::string>& variables,
                                        const std::vector<std::string>& named) {
  PythonFinder finder(runner, variables);
  for (const std::string& name : named) finder.add_named(name);
  finder.add_path();
  finder.add_pyenv();
  return finder.found();
}

}  // namespace quern
