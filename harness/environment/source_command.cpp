// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/source_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <string_view>

#include "base/error.hpp"
#include "base/file.hpp"
#include "harness/environment/variables.hpp"
#include "harness/process/temporary_folder.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

// All that is let through. Each says where something is: programs and libraries, Python's packages, or where files may
// be kept. None changes what found code does, so two environments with the same LibTorch are the same however they were
// reached.
constexpr std::array<std::string_view, 13> kTakenOver = {
    "PATH",           "LD_LIBRARY_PATH",  "CMAKE_PREFIX_PATH", "QUERN_TORCH_ROOT", "PYTHONPATH", "PYTHONHOME",
    "PYTHONUSERBASE", "PYTHONNOUSERSITE", "VIRTUAL_ENV",       "CONDA_PREFIX",     "HOME",       "XDG_CACHE_HOME",
    "TMPDIR"};

// Not let through though a user may count on them: they choose kernels, threads, allocators, or code to load.
constexpr std::array<std::string_view, 8> kMissed = {"LD_PRELOAD",     "LD_AUDIT",    "PYTHONSTARTUP",
                                                     "GLIBC_TUNABLES", "CPATH",       "CPLUS_INCLUDE_PATH",
                                                     "LIBRARY_PATH",   "PYTHONMALLOC"};
constexpr std::array<std::string_view, 11> kMissedPrefixes = {
    "OMP_", "MKL_", "ATEN_", "TORCH_", "PYTORCH_", "KMP_", "GOMP_", "OPENBLAS_", "DNNL_", "ONEDNN_", "MALLOC_"};

// Functions are read whole before the command can change how bash reads what follows. The command sees no positional
// parameters: what it sources would take them for its own. SIGTTIN and SIGTTOU are ignored so that a program that
// asks at /dev/tty is refused; otherwise it would be stopped, and wait for ever. The last, empty record tells that all
// were written.
constexpr const char* kScript = R"sh(
__quern_write() {
  local IFS=$'\n' __quern_name
  for __quern_name in $(builtin compgen -e); do
    [[ -v $__quern_name ]] && builtin printf '%s=%s\0' "$__quern_name" "${!__quern_name}"
  done
  builtin printf '\0'
}
__quern_finish() {
  [[ $1 == 0 ]] || builtin exit "$1"
  { __quern_write; } >| "$__quern_file"
  builtin exit
}
trap '' TTIN TTOU
__quern_command=$1 __quern_file=$2
[[ -z $3 ]] || builtin cd -- "$3" || exit
set --
builtin eval "$__quern_command"
__quern_finish "$?"
)sh";

bool is_taken_over(const std::string& name) {
  return std::find(kTakenOver.begin(), kTakenOver.end(), name) != kTakenOver.end();
}

bool is_missed(const std::string& name) {
  return std::find(kMissed.begin(), kMissed.end(), name) != kMissed.end() ||
         std::any_of(kMissedPrefixes.begin(), kMissedPrefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

// What a program that failed said last, from the end of a log that may be long.
std::string last_line(const fs::path& log) {
  constexpr std::size_t kEnd = 4096;
  constexpr std::size_t kShown = 300;
  std::istringstream stream(read_tail(log, kEnd));
  std::string last;
  for (std::string line; std::getline(stream, line);)
    if (line.find_first_not_of(" \t\r") != std::string::npos) last = line;
  return last.substr(0, kShown);
}

class SourceRun {
 public:
  SourceRun(ProcessRunner& runner, const EnvironmentSpec& spec, const Variables& before)
      : runner_(runner), spec_(spec), before_(before) {}

  Variables run(std::chrono::milliseconds timeout) {
    const fs::path program = bash();
    const std::vector<std::string> arguments = {
        "--noprofile", "--norc", "-c", kScript, "bash", spec_.source, file().string(), spec_.folder.string()};
    check(runner_.run({program, arguments, before_, log()}, timeout), timeout);
    return written();
  }

 private:
  [[nodiscard]] fs::path log() const { return folder_.path() / "output"; }
  [[nodiscard]] fs::path file() const { return folder_.path() / "variables"; }

  fs::path bash() {
    for (const std::string& path : {value_of(before_, "PATH"), std::string("/usr/bin:/bin")})
      if (fs::path found = runner_.find_program("bash", path); !found.empty()) return found;
    fail("cannot be run: bash not found", "apt-get install bash");
  }

  void check(const ChildExit& exit, std::chrono::milliseconds timeout) const {
    const std::string hint = "try it in a terminal: bash --noprofile --norc -c '…'";
    if (exit.how == ChildExit::How::timed_out)
      fail(fmt::format("was not done after {} s", std::chrono::duration<double>(timeout).count()),
           "it must not wait for input, nor start a shell or a server in the foreground");
    if (exit.how == ChildExit::How::signaled) fail(fmt::format("was ended by signal {}", exit.code), hint);
    if (exit.code == 0) return;
    const std::string line = last_line(log());
    fail(fmt::format("failed with exit code {}{}{}", exit.code, line.empty() ? "" : ": ", line), hint);
  }

  [[nodiscard]] Variables written() const {
    const std::string text = try_read_file(file()).value_or("");
    if (!text.ends_with(std::string_view("\0\0", 2)))
      fail("ended its shell before its variables could be read", "leave out 'exit' and 'exec'");
    Variables variables;
    for (std::size_t begin = 0; begin + 1 < text.size();) {
      const std::size_t end = text.find('\0', begin);
      const std::string entry = text.substr(begin, end - begin);
      if (const std::size_t equals = entry.find('='); equals != std::string::npos)
        variables[entry.substr(0, equals)] = entry.substr(equals + 1);
      begin = end + 1;
    }
    return variables;
  }

  [[noreturn]] void fail(const std::string& what, const std::string& hint) const {
    throw Error(ErrorKind::environment, fmt::format("the source command of environment '{}' {}", spec_.name, what),
                hint);
  }

  ProcessRunner& runner_;
  const EnvironmentSpec& spec_;
  const Variables& before_;
  TemporaryFolder folder_;
};

// Start-up files by another name would make the result depend on who runs the command.
Variables without_startup_files(Variables variables) {
  for (const char* name : {"BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS"}) variables.erase(name);
  return variables;
}

// What says where LibTorch is. That of the caller would stand in for a named environment that has no torch.
constexpr std::array<const char*, 2> kNamesTorch = {"QUERN_TORCH_ROOT", "CMAKE_PREFIX_PATH"};

Variables without_callers_torch(Variables variables, const EnvironmentSpec& spec) {
  if (spec.names_a_place())
    for (const char* name : kNamesTorch) variables.erase(name);
  return variables;
}

// A command such as `cd build && . ./env.sh` means a relative folder from where it ended.
void make_absolute(const std::string& name, Variables& after, const Variables& before) {
  const auto found = after.find(name);
  if (found == after.end() || found->second.empty() || found->second == value_of(before, name)) return;
  if (const std::string ended_in = value_of(after, "PWD"); !ended_in.empty())
    found->second = (fs::path(ended_in) / found->second).lexically_normal().string();
}

}  // namespace

Sourced source(ProcessRunner& runner, const EnvironmentSpec& spec, const Variables& base,
               std::chrono::milliseconds timeout) {
  Variables before = without_callers_torch(without_startup_files(base), spec);
  for (const auto& [name, value] : spec.variables) before[name] = value;
  if (!spec.torch_root.empty()) before["QUERN_TORCH_ROOT"] = spec.torch_root;
  Variables after = spec.source.empty() ? before : SourceRun(runner, spec, before).run(timeout);
  make_absolute("QUERN_TORCH_ROOT", after, before);
  if (!spec.torch_root.empty()) after["QUERN_TORCH_ROOT"] = spec.torch_root;
  Sourced sourced;
  for (const char* name : kNamesTorch)
    if (!value_of(base, name).empty() && value_of(after, name).empty()) sourced.left_behind.emplace_back(name);
  for (const auto& [name, value] : after) {
    const auto old = before.find(name);
    if (is_taken_over(name) || spec.variables.contains(name))
      sourced.variables[name] = value;
    else if (is_missed(name) && (old == before.end() || old->second != value))
      sourced.ignored.push_back(name);
  }
  return sourced;
}

}  // namespace quern
