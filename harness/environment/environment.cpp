// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/environment.hpp"

#include <fmt/format.h>
#include <gnu/libc-version.h>

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "expand/version_range.hpp"
#include "harness/environment/one_torch.hpp"
#include "harness/environment/variables.hpp"
#include "harness/environment/version_text.hpp"
#include "harness/process/child_output.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kVersionTimeout{20};
constexpr const char* kOldestValgrind = ">=3.15";

class Prober {
 public:
  Prober(ProcessRunner& runner, const std::map<std::string, std::string>& variables)
      : runner_(runner), variables_(variables) {}

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

[[noreturn]] void refuse(const OneTorch& torch, const std::string& root, const EnvironmentOptions& options) {
  if (!root.empty())
    throw Error(ErrorKind::environment,
                options.python.empty() ? torch.no_cpp : fmt::format("{}, and {}", torch.no_cpp, torch.no_python),
                "it must hold LibTorch's folders include and lib, as a wheel or an unpacked LibTorch has them");
  if (options.system)
    throw Error(ErrorKind::environment, torch.no_cpp,
                "apt-get install libtorch-dev, or set QUERN_TORCH_ROOT to a folder with include and lib");
  throw Error(ErrorKind::environment,
              fmt::format("no torch there: {}, and CMAKE_PREFIX_PATH leads to none", torch.no_python),
              "the system's torch is measured only where no environment is named; install one there, or export "
              "QUERN_TORCH_ROOT");
}

}  // namespace

Environment probe_environment(ProcessRunner& runner, const std::map<std::string, std::string>& variables,
                              const EnvironmentOptions& options) {
  Prober prober(runner, variables);
  Environment environment;
  environment.valgrind = prober.valgrind();
  environment.cxx = prober.compiler(options.cxx);
  OneTorch torch = find_torch(runner, variables, {options.python, options.system});
  if (!torch.cpp && !torch.python) refuse(torch, value_of(variables, "QUERN_TORCH_ROOT"), options);
  if (torch.cpp) environment.torch = *torch.cpp;
  if (torch.cpp) environment.installation = installation_below(torch.cpp->include.parent_path());
  if (!torch.cpp) environment.no_cpp = torch.no_cpp;
  if (!torch.python) environment.no_python = torch.no_python;
  environment.python = std::move(torch.python);
  environment.glibc = gnu_get_libc_version();
  return environment;
}

}  // namespace quern
