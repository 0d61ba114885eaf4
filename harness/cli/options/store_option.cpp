// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/options/store_option.hpp"

#include <CLI/CLI.hpp>

namespace quern {

namespace fs = std::filesystem;

void add_store_option(CLI::App& command, std::string& file) {
  command.add_option("--store", file, "The store of runs (default: .quern/runs.sqlite beside quern.yaml)")
      ->type_name("FILE");
}

fs::path store_path(const std::string& file, const Settings& settings) {
  if (!file.empty()) return file;
  const fs::path here = fs::current_path();
  const fs::path folder = settings.own_file().empty() ? here : settings.own_file().parent_path();
  return (folder / ".quern" / "runs.sqlite").lexically_proximate(here);
}

}  // namespace quern
