// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/own_files.hpp"

#include "base/error.hpp"

namespace quern {

namespace fs = std::filesystem;

namespace {

// The kernel gives the program's own path without links: an installation may be moved, and called through a link.
fs::path program_folder() { return fs::read_symlink("/proc/self/exe").parent_path(); }

}  // namespace

fs::path resource_folder() {
  // Seen from an installed quern, from build/quern and from build/<preset>/quern.
  for (const char* place : {QUERN_DATA_PLACE, "..", "../.."}) {
    fs::path candidate = (program_folder() / place).lexically_normal();
    std::error_code ignored;
    if (fs::exists(candidate / "definitions" / "standard.yaml", ignored)) return candidate;
  }
  throw Error(ErrorKind::environment, "quern's own files (definitions, worker) are not beside this program",
              "run it from its installation or its build folder");
}

fs::path stepper_program() {
  const fs::path installed = (program_folder() / QUERN_PROGRAMS_PLACE / "quern-stepper").lexically_normal();
  std::error_code ignored;
  return fs::exists(installed, ignored) ? installed : program_folder() / "quern-stepper";
}

fs::path standard_suite() {
  const fs::path file = (resource_folder() / "definitions" / "standard.yaml").lexically_normal();
  const fs::path shown = file.lexically_relative(fs::current_path());
  return shown.empty() || shown.string().starts_with("..") ? file : shown;
}

}  // namespace quern
