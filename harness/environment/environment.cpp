// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/environment.hpp"

#include <fmt/format.h>
#include <gnu/libc-version.h>

#include <chrono>
#include <optional>
#include <vector>

#include "expand/version_range.hpp"
#include "harness/environment/version_text.hpp"
#include "harness/process/child_output.hpp"
#include "worker/protocol/error.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kVersionTimeout{20};
constexpr const char* kOldestValgrind = ">=3.15";

class Prober {
 public:
  Prober(ProcessRunner& runner, const std::map<std::string, std::string>& variables)
      : runner_(runner), variables_(variables) {}

  std::optional<PythonTorch> python(const std::string& wanted) {
    std::optional<PythonTorch> found = find_python_torch(runner_, variables_, wanted);
    if (!wanted.empty()) return found;
    const auto root = variables_.find("QUERN_TORCH_ROOT");
    // Who names a LibTorch does not want to hear of another one from Python.
    if (found && root != variables_.end() && !root->second.empty() && !below(found->package, root->second))
      return std::nullopt;
    return found;
  }

  LibTorch libtorch(const std::optional<PythonTorch>& python) {
    if (const auto root = variables_.find("QUERN_TORCH_ROOT"); root != variables_.end() && !root->second.empty())
      return libtorch_named(root->second);
    const std::optional<LibTorch> torch = find_libtorch(variables_, python);
    if (!torch)
      throw Error(ErrorKind::environment, "no LibTorch found",
                  "apt-get install libtorch-dev, or set QUERN_TORCH_ROOT to a folder with include and lib");
    if (torch->libraries.empty())
      throw Error(ErrorKind::environment,
                  fmt::format("LibTorch's headers are in '{}', but there is no libtorch_cpu.so beside them",
                              torch->include.string()),
                  "set QUERN_TORCH_ROOT to a folder with include and lib");
    return *torch;
  }

  Compiler compiler(const std::string& wanted) {
    const std::vector<std::string> names =
        wanted.empty() ? std::vector<std::string>{"clang++", "g++"} : std::vector<std::string>{wanted};
    for (const std::string& name : names) {
      const fs::path folder = fs::path(name).parent_path();
      const fs::path program =
          runner_.find_program(fs::path(name).filename().string(), folder.empty() ? path() : folder.string());
      if (program.empty()) continue;
      const std::optional<std::string> output = version_output(program);
      if (!output) continue;
      return {program, output->find("clang") != std::string::npos ? "clang" : "gcc", find_version(*output)};
    }
    if (wanted.empty()) throw Error(ErrorKind::environment, "no C++ compiler found", "apt-get install clang");
    throw Error(ErrorKind::environment, fmt::format("the compiler '{}' cannot be run", wanted),
                "give --cxx a name in PATH or a path");
  }

  Tool valgrind() {
    const fs::path program = runner_.find_program("valgrind", path());
    if (program.empty()) throw Error(ErrorKind::environment, "valgrind not found", "apt-get install valgrind");
    const std::string version = find_version(version_output(program).value_or(""));
    const std::optional<Version> numbers = parse_version(version);
    if (!numbers)
      throw Error(ErrorKind::environment, "valgrind --version does not tell a version",
                  "does it run? apt-get install valgrind");
    if (!parse_version_range(kOldestValgrind)->contains(*numbers))
      throw Error(ErrorKind::environment, fmt::format("valgrind {} is too old", version),
                  fmt::format("quern needs {}", kOldestValgrind));
    return {program, version};
  }

 private:
  LibTorch libtorch_named(const std::string& root) {
    const std::optional<LibTorch> torch = find_libtorch(variables_, {});
    if (torch && !torch->libraries.empty()) return *torch;
    throw Error(ErrorKind::environment, fmt::format("no LibTorch in QUERN_TORCH_ROOT, which is '{}'", root),
                "it must hold include/torch/csrc/api/include/torch/torch.h and lib/libtorch_cpu.so");
  }

  static bool below(const fs::path& path, const fs::path& root) {
    const fs::path relative = fs::weakly_canonical(path).lexically_relative(fs::weakly_canonical(root));
    return !relative.empty() && *relative.begin() != "..";
  }

  [[nodiscard]] std::string path() const {
    const auto found = variables_.find("PATH");
    return found == variables_.end() ? "/usr/bin:/bin" : found->second;
  }

  std::optional<std::string> version_output(const fs::path& program) {
    return output_of(runner_, {program, {"--version"}, variables_, {}}, kVersionTimeout);
  }

  ProcessRunner& runner_;
  const std::map<std::string, std::string>& variables_;
};

}  // namespace

Environment probe_environment(ProcessRunner& runner, const std::map<std::string, std::string>& variables,
                              const EnvironmentOptions& options) {
  Prober prober(runner, variables);
  Environment environment;
  environment.valgrind = prober.valgrind();
  environment.cxx = prober.compiler(options.cxx);
  environment.python = prober.python(options.python);
  try {
    environment.torch = prober.libtorch(environment.python);
  } catch (const Error& error) {
    if (!environment.python && !options.python.empty())
      throw Error(ErrorKind::environment,
                  fmt::format("{}, and the python '{}' cannot be run or has no torch", error.what(), options.python),
                  error.hint());
    if (!environment.python) throw;
    environment.no_cpp = error.what();
  }
  environment.glibc = gnu_get_libc_version();
  return environment;
}

}  // namespace quern
