// SPDX-License-Identifier: Apache-2.0
#include "harness/report/run/run_markdown.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <string>

#include "harness/report/run/run_rows.hpp"
#include "harness/report/run/run_words.hpp"
#include "harness/report/text/markdown.hpp"
#include "harness/report/text/markdown_table.hpp"
#include "harness/report/text/text.hpp"
#include "harness/report/text/time_words.hpp"

namespace quern {
namespace {

std::string outcome_cell(const CaseResult& result) {
  if (!result.measurement) {
    const std::string reason = result.failure ? short_cell(result.failure->message) : "";
    return fmt::format("{}{}{}", to_string(result.status), reason.empty() ? "" : ": ", reason);
  }
  std::string text = verdict_text(*result.measurement);
  if (result.measurement->time)
    text += fmt::format("{}{}", text.empty() ? "" : "; ", time_text(*result.measurement->time));
  for (const std::string& note : result.notes) text += "; " + short_cell(note);
  return text;
}

std::string line_of(const RunRow& row) {
  const CaseResult& result = *row.result;
  const bool counted = result.measurement && result.measurement->counted();
  const std::string count = counted ? with_commas(result.measurement->instructions()) : "";
  std::string line = fmt::format("| {} | {} | {} |", name_cell(*result.args), how_run(*result.args), count);
  for (const MetricValue* metric : row.metrics)
    line += fmt::format(" {} |", metric == nullptr ? "" : with_commas(metric->value));
  return fmt::format("{} {} |\n", line, outcome_cell(result));
}

std::string columns_of(const Run& run) {
  std::string names = "| case | run | instructions |";
  std::string sides = "|:--|:--|--:|";
  for (const std::string& name : metric_names(run)) {
    names += fmt::format(" {} |", short_cell(name));
    sides += "--:|";
  }
  return fmt::format("{} verdict |\n{}:--|\n", names, sides);
}

}  // namespace

void write_run_markdown(const Run& run, std::ostream& out) {
  MarkdownTables tables(columns_of(run), out);
  for (const RunRow& row : run_rows(run)) {
    tables.before(*row.result->args);
    out << line_of(row);
  }
  out << '\n';
  for (const std::string& line : summary_lines(run)) fmt::print(out, "{}  \n", markdown_text(line));
}

}  // namespace quern
