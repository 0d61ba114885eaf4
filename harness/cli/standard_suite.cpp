// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/standard_suite.hpp"

#include "worker/protocol/error.hpp"

namespace quern {

std::filesystem::path standard_suite() {
  namespace fs = std::filesystem;
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  // bin/quern, build/quern and build/<preset>/quern
  for (const char* place : {"../share/quern/definitions", "../definitions", "../../definitions"}) {
    const fs::path file = (folder / place / "standard.yaml").lexically_normal();
    std::error_code ignored;
    if (!fs::exists(file, ignored)) continue;
    const fs::path shown = file.lexically_relative(fs::current_path());
    return shown.empty() || shown.string().starts_with("..") ? file : shown;
  }
  throw Error(ErrorKind::environment, "the standard suite is not beside this program",
              "name a definitions file: quern list definitions/standard.yaml");
}

}  // namespace quern
