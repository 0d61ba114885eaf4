// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/fetch/virtual_environment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/replaced_file.hpp"
#include "expand/version_range.hpp"
#include "harness/environment/variables.hpp"
#include "harness/process/temporary_folder.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::hours kInstallTimeout{2};
constexpr std::uintmax_t kLargestScript = 1 << 20;
constexpr std::size_t kMostInstallLog = 4000;
constexpr std::size_t kShownLines = 3;

// Byte code holds the path of its source, which is another one once the environment has its name.
constexpr const char* kCompileAll = R"(
import compileall, re, sys, sysconfig
packages = sysconfig.get_paths()["purelib"]
installers = re.compile("/site-packages/(pip|setuptools|pkg_resources)/")  # compiled already, and never measured
compileall.compile_dir(packages, ddir=packages.replace(sys.argv[1], sys.argv[2], 1), rx=installers, force=True, quiet=2)
)";

class Installer {
 public:
  Installer(const VirtualEnvironment& wanted, const InstallContext& context)
      : wanted_(wanted), context_(context), variables_(context.variables) {
    // What leads to other modules, or tells the tools to install elsewhere.
    for (const char* name : {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PIP_TARGET", "PIP_PREFIX", "PIP_USER"})
      variables_.erase(name);
    for (const char* name : {"PIP_INDEX_URL", "UV_DEFAULT_INDEX"}) variables_[name] = wanted.index;
    uv_ = context.runner.find_program("uv", value_of(variables_, "PATH"));
  }

  void make() {
    context_.on_phase(fmt::format("installing with {}, and what it needs", uv_.empty() ? "pip" : "uv"));
    if (uv_.empty()) {
      run("venv", wanted_.python, {"-m", "venv", wanted_.making.string()});
      run("pip", python(),
          {"-m", "pip", "install", "--no-compile", "--no-warn-script-location", "--progress-bar", "off",
           "--disable-pip-version-check", wanted_.wheel.string(), numpy()});
    } else {
      run("uv", uv_, {"venv", "--python", wanted_.python.string(), wanted_.making.string()});
      run("uv", uv_, {"pip", "install", "--python", python().string(), wanted_.wheel.string(), numpy()});
    }
    give_scripts_their_name();
    context_.on_phase("compiling its modules");
    run("compileall", python(), {"-I", "-c", kCompileAll, wanted_.making.string(), wanted_.name.string()});
    context_.on_phase("importing it");
    run("import torch", python(), {"-I", "-B", "-c", "import torch"});
  }

 private:
  [[nodiscard]] fs::path python() const { return wanted_.making / "bin" / "python"; }

  // torch warns at every import without it; releases before 2.3 know its first version only.
  [[nodiscard]] std::string numpy() const {
    const std::optional<Version> version = parse_version(wanted_.version);
    return version && *version < Version{2, 3} ? "numpy<2" : "numpy";
  }

  void run(const char* what, const fs::path& program, std::vector<std::string> arguments) {
    const TemporaryFolder folder;
    const fs::path log = folder.path() / "log";
    const ChildExit exit = context_.runner.run({program, std::move(arguments), variables_, log}, kInstallTimeout);
    if (exit.how == ChildExit::How::exited && exit.code == 0) return;
    std::vector<std::string> lines = split_list(read_tail(log, kMostInstallLog), '\n');
    if (lines.size() > kShownLines) lines.erase(lines.begin(), lines.end() - kShownLines);
    throw Error(ErrorKind::environment,
                fmt::format("torch {} cannot be installed for {}: {} failed: {}", wanted_.version,
                            wanted_.python.string(), what, fmt::format("{}", fmt::join(lines, " "))),
                what == std::string_view("venv") ? "apt-get install python3-venv, or install uv"
                                                 : "--python names another Python, and --cpp needs none");
  }

  void give_scripts_their_name() {
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(wanted_.making / "bin", ignored)) {
      if (entry.is_symlink() || !entry.is_regular_file() || entry.file_size() > kLargestScript) continue;
      const std::string text = read_file(entry.path());
      std::string renamed = text;
      for (std::size_t at = 0; (at = renamed.find(wanted_.making.string(), at)) != std::string::npos;)
        renamed.replace(at, wanted_.making.string().size(), wanted_.name.string());
      if (renamed != text) replace_file(entry.path(), renamed);
    }
  }

  const VirtualEnvironment& wanted_;
  const InstallContext& context_;
  Variables variables_;
  fs::path uv_;
};

}  // namespace

void make_virtual_environment(const VirtualEnvironment& wanted, const InstallContext& context) {
  Installer(wanted, context).make();
}

}  // namespace quern
