// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/store_option.hpp"

#include <CLI/CLI.hpp>

#include "harness/cli/settings.hpp"

namespace quern {

namespace fs = std::filesystem;

void add_store_option(CLI::App& command, std::string& file) {
  command.add_option("--store", file, "The store of runs (default: .quern/runs.sqlite beside quern.yaml)")
      ->type_name("FILE");
}

fs::path store_path(const std::string& file) {
  if (!file.empty()) return file;
  const fs::path here = fs::current_path();
  const fs::path settings = find_settings(here);
  const fs::path folder = settings.empty() ? here : settings.parent_path();
  return (folder / ".quern" / "runs.sqlite").lexically_proximate(here);
}

}  // namespace quern
