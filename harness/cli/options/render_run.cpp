// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/options/render_run.hpp"

#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/model/document_text.hpp"
#include "harness/model/run_json.hpp"
#include "harness/report/csv.hpp"
#include "harness/report/markdown.hpp"
#include "harness/report/matrix.hpp"
#include "harness/report/table.hpp"

namespace quern {

void add_format_options(CLI::App& command, RunFormat& format) {
  command.add_option("--format", format.format, "table, json, csv or md")
      ->check(CLI::IsMember({"table", "json", "csv", "md"}))
      ->type_name("NAME");
  command.add_option("--layout", format.layout, "Of the table: list, or matrix with languages and runtimes as columns")
      ->check(CLI::IsMember({"list", "matrix"}))
      ->type_name("NAME")
      ->capture_default_str();
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
  if (format.format == "json") return document_text(run_document(run, QUERN_VERSION));
  std::ostringstream text;
  if (format.format == "csv")
    write_csv(run, text);
  else if (format.format == "md")
    write_run_markdown(run, text);
  else
    (format.layout == "matrix" ? write_matrix : write_table)(run, {color}, text);
  return text.str();
}

}  // namespace quern
