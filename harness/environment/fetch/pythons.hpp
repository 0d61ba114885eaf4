// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/process/process_runner.hpp"

namespace quern {

/// An interpreter on this machine: CPython, and not one without a lock, for which wheels are others.
struct PythonProgram {
  std::filesystem::path program;
  std::string version;  // 3.11.7
};

/// The interpreters that can be run, the newest first, one of each minor version: those that are `named` (names in
/// PATH, or paths), python3 and python3.N of PATH, and pyenv's. Throws Error(usage) if one that was named cannot be
/// run.
std::vector<PythonProgram> find_pythons(ProcessRunner& runner, const std::map<std::string, std::string>& variables,
                                        const std::vector<std::string>& named);

}  // namespace quern
