// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/options/render_run.hpp"

#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cstdlib>

#include "harness/report/formats.hpp"

namespace quern {

void add_format_options(CLI::App& command, RunFormat& format) {
  command.add_option("--format", format.format, format_list(format_names(&ReportFormat::run)))
      ->check(CLI::IsMember(format_names(&ReportFormat::run)))
      ->type_name("NAME");
  command.add_option("--layout", format.layout, "Of the table: list, or matrix with languages and runtimes as columns")
      ->check(CLI::IsMember({"list", "matrix"}))
      ->type_name("NAME")
      ->capture_default_str();
  command.add_flag("-v,--verbose", format.verbose, "Of times, also their histogram, and what disturbed them");
}

void add_color_option(CLI::App& command, std::string& color) {
  command.add_option("--color", color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN")
      ->capture_default_str();
}

bool use_color(const std::string& color, const std::string& output) {
  if (color == "always") return true;
  if (color == "never" || !output.empty()) return false;
  const char* const no_color = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) == 1 && (no_color == nullptr || *no_color == '\0');
}

std::string render_run(const Run& run, const RunFormat& format, bool color) {
  ReportOptions options{QUERN_VERSION, color};
  options.matrix = format.layout == "matrix";
  options.verbose = format.verbose;
  return report_of(run, format.format, options);
}

}  // namespace quern
