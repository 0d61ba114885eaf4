// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/installation.hpp"

#include "base/error.hpp"

namespace quern {

namespace fs = std::filesystem;

fs::path resource_folder() {
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  // bin/quern, build/quern and build/<preset>/quern
  for (const char* place : {"../share/quern", "..", "../.."}) {
    fs::path candidate = (folder / place).lexically_normal();
    std::error_code ignored;
    if (fs::exists(candidate / "definitions" / "standard.yaml", ignored)) return candidate;
  }
  throw Error(ErrorKind::environment, "quern's own files (definitions, worker) are not beside this program",
              "run it from its installation or its build folder");
}

fs::path stepper_program() { return fs::read_symlink("/proc/self/exe").parent_path() / "quern-stepper"; }

fs::path standard_suite() {
  const fs::path file = (resource_folder() / "definitions" / "standard.yaml").lexically_normal();
  const fs::path shown = file.lexically_relative(fs::current_path());
  return shown.empty() || shown.string().starts_with("..") ? file : shown;
}

}  // namespace quern
