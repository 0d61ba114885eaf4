// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/checkup.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/personality.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string_view>
#include <system_error>

#include "expand/version_range.hpp"
#include "harness/environment/mimalloc.hpp"
#include "harness/environment/one_torch.hpp"
#include "harness/environment/version_text.hpp"
#include "harness/process/child_output.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;
using State = ToolCheck::State;

constexpr std::chrono::seconds kImportTimeout{120};
constexpr std::chrono::seconds kCheckTimeout{10};

struct KnownTool {
  const char* program;
  const char* use;
  bool required;
  const char* versions;  // the range that works; empty: any
  const char* package;
};

// Callgrind writes the totals that the measurement relies on since 3.15.
constexpr std::array<KnownTool, 4> kTools = {
    {{"clang++", "compiles C++ snippets", true, "", "clang"},
     {"g++", "compiles C++ snippets where clang++ is missing", false, "", "g++"},
     {"valgrind", "counts instructions", true, ">=3.15", "valgrind"},
     {"nvidia-smi", "CUDA: cases that require it are skipped without", false, "", ""}}};

class Checkup {
 public:
  Checkup(ProcessRunner& runner, const std::map<std::string, std::string>& variables)
      : runner_(runner), variables_(variables) {}

  std::vector<ToolCheck> all() {
    std::vector<ToolCheck> findings;
    findings.reserve(kTools.size() + 6);
    for (const KnownTool& tool : kTools) findings.push_back(look_for(tool));
    findings.push_back(valgrind_headers());
    const OneTorch torch = find_torch(runner_, variables_, {.python = "", .system = true});
    findings.push_back(libtorch(torch.cpp));
    findings.push_back(python_torch(torch.python));
    findings.push_back(mimalloc());
    findings.push_back(pin("fixed addresses", can_fix_addresses()));
    findings.push_back(pin("one core a server", can_keep_to_a_core()));
    return findings;
  }

 private:
  [[nodiscard]] std::string path() const {
    const auto found = variables_.find("PATH");
    return found == variables_.end() ? "/usr/bin:/bin" : found->second;
  }

  ToolCheck look_for(const KnownTool& tool) {
    ToolCheck finding{tool.program, tool.use, tool.required, State::missing, "", "", tool.package};
    const fs::path program = runner_.find_program(tool.program, path());
    if (program.empty()) return finding;
    const std::optional<std::string> output =
        output_of(runner_, {program, {"--version"}, variables_, {}}, kCheckTimeout);
    if (!output) return finding;  // there, but it does not run: as good as missing
    finding.where = program.string();
    finding.version = find_version(*output);
    finding.state = old(finding.version, tool.versions) ? State::too_old : State::found;
    return finding;
  }

  static bool old(const std::string& version, std::string_view range) {
    const std::optional<VersionRange> wanted = parse_version_range(range);
    const std::optional<Version> found = parse_version(version);
    return wanted && found && !wanted->contains(*found);
  }

  static ToolCheck valgrind_headers() {
    ToolCheck finding{"valgrind headers", "client requests of the workers", true, State::missing, "", "", "valgrind"};
    for (const char* folder : {"/usr/local/include", "/usr/include"}) {
      const fs::path header = fs::path(folder) / "valgrind/callgrind.h";
      std::error_code ignored;
      if (!fs::exists(header, ignored)) continue;
      finding.state = State::found;
      finding.where = header.string();
      return finding;
    }
    return finding;
  }

  static ToolCheck libtorch(const std::optional<LibTorch>& torch) {
    ToolCheck finding{"libtorch", "C++ cases", true, State::missing, "", "", "libtorch-dev"};
    if (torch) {
      finding.state = State::found;
      finding.version = torch->version;
      finding.where = torch->include.string();
    }
    return finding;
  }

  ToolCheck python_torch(const std::optional<PythonTorch>& python) {
    ToolCheck finding{"torch for python", "Python cases and TorchScript models", true, State::missing, "", "",
                      "python3-torch"};
    if (!python) return finding;
    if (!output_of(runner_, {python->python, {"-c", "import torch"}, variables_, {}}, kImportTimeout)) return finding;
    finding.state = State::found;
    finding.version = python->version;
    finding.where = python->python.string();
    return finding;
  }

  static ToolCheck mimalloc() {
    ToolCheck finding{"mimalloc", "for --allocator mimalloc", false, State::missing, "", "", "libmimalloc-dev"};
    const fs::path library = find_mimalloc();
    if (library.empty()) return finding;
    finding.state = State::found;
    finding.where = library.string();
    std::error_code ignored;
    finding.version = find_version(fs::weakly_canonical(library, ignored).filename().string());
    return finding;
  }

  // A sandbox may deny it: a run says so then, and no gate takes it without a word. Tried on ourselves.
  static ToolCheck pin(const char* name, bool is_set) {
    constexpr const char* kUse = "a pin of counts: 'quern check' wants --allow unpinned without it";
    return {name, kUse, false, is_set ? State::found : State::missing, "", "", ""};
  }

  static bool can_fix_addresses() {
    constexpr unsigned long kAsk = 0xffffffff;
    const int before = personality(kAsk);
    if (before == -1 || personality(static_cast<unsigned long>(before) | ADDR_NO_RANDOMIZE) == -1) return false;
    personality(static_cast<unsigned long>(before));
    return true;
  }

  static bool can_keep_to_a_core() {
    cpu_set_t before;
    if (sched_getaffinity(0, sizeof before, &before) != 0) return false;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<unsigned>(std::max(sched_getcpu(), 0)), &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0) return false;
    sched_setaffinity(0, sizeof before, &before);
    return true;
  }

  ProcessRunner& runner_;
  const std::map<std::string, std::string>& variables_;
};

}  // namespace

std::vector<ToolCheck> check_up(ProcessRunner& runner, const std::map<std::string, std::string>& variables) {
  return Checkup(runner, variables).all();
}

}  // namespace quern
