// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "harness/cli/cli11_fwd.hpp"
#include "harness/model/run.hpp"

namespace quern {

/// How a run is printed.
struct RunFormat {
  std::string format = "table";
  std::string layout = "list";
  bool verbose = false;
};

/// `--format`, `--layout` and `-v`.
void add_format_options(CLI::App& command, RunFormat& format);

/// `--color`
void add_color_option(CLI::App& command, std::string& color);
/// Whether to color what goes to `output` (empty: standard output).
bool use_color(const std::string& color, const std::string& output);

std::string render_run(const Run& run, const RunFormat& format, bool color);

}  // namespace quern
