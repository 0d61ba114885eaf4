// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/environment/installation.hpp"
#include "harness/environment/libtorch.hpp"
#include "harness/process/process_runner.hpp"

namespace quern {

struct Tool {
  std::filesystem::path program;
  std::string version;
};

struct Compiler {
  std::filesystem::path program;
  std::string family;  // clang or gcc: they differ in how they take a precompiled header
  std::string version;

  [[nodiscard]] std::string name() const { return family + " " + version; }
};

/// All that must be known of a place where LibTorch lives before anything can be compiled or measured there.
struct Environment {
  std::string name = "default";
  std::string source;  // the command that leads there; empty: where quern was started
  InstallationKind installation = InstallationKind::full;
  LibTorch torch;                     // for C++
  std::string no_cpp;                 // why there is none; empty if there is one
  std::optional<PythonTorch> python;  // for Python: the same torch
  std::string no_python;              // why there is none; empty if there is one
  Compiler cxx;
  Tool valgrind;
  std::string glibc;
  std::map<std::string, std::string> variables;  // for workers, beside what is pinned
  std::vector<std::string> launcher;             // what workers are started through
  std::vector<std::filesystem::path> search;     // LD_LIBRARY_PATH, as far as it exists
};

struct EnvironmentOptions {
  std::string cxx;          // a compiler's name or path; empty: clang++, else g++
  std::string python = {};  // an interpreter's name or path; empty: the first one of PATH
  bool system = false;      // whether the system's torch will do where nothing else is found
};

/// Looks for everything, and throws one Error(environment) that names what is missing and what installs it. A torch
/// for one of the languages is enough; the other one never gets another torch.
Environment probe_environment(ProcessRunner& runner, const std::map<std::string, std::string>& variables,
                              const EnvironmentOptions& options);

}  // namespace quern
