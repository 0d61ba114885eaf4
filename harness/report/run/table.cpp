// SPDX-License-Identifier: Apache-2.0
#include "harness/report/run/table.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "base/printable.hpp"
#include "harness/report/run/run_rows.hpp"
#include "harness/report/run/run_words.hpp"
#include "harness/report/text/text.hpp"

namespace quern {
namespace {

struct TableRow {
  std::string count;
  std::string verdict;
  std::string_view color;
};

std::string failure_text(const CaseResult& result) {
  const std::string text = fmt::format("{}: {}", to_string(result.status), first_line(result.failure->message));
  return result.status == Status::failed ? fmt::format("{} ({})", text, printable(result.failure->where)) : text;
}

TableRow to_row(const CaseResult& result) {
  TableRow row;
  if (result.measurement) {
    row.count = with_commas(result.measurement->instructions());
    row.verdict = verdict_text(*result.measurement);
    if (result.measurement->verdict == Verdict::jitter) row.color = kYellow;
    for (const auto& [name, metric] : result.measurement->values)
      if (name != kInstructions) row.verdict += fmt::format("  {}={}", printable(name), with_commas(metric.value));
  } else if (result.failure) {
    row.verdict = failure_text(result);
    if (result.status == Status::failed) row.color = kRed;
  }
  return row;
}

void write_case(const CaseResult& result, std::size_t width, const TableOptions& options, std::ostream& out) {
  const TableRow row = to_row(result);
  const bool colored = options.color && !row.color.empty();
  fmt::print(out, "  {}  {}  {:>14}  {}{}{}\n", pad(printable(result.args->label.back()), width),
             pad(how_run(*result.args), 14), row.count, colored ? row.color : "", row.verdict, colored ? kReset : "");
  for (const std::string& note : result.notes) fmt::print(out, "    note: {}\n", printable(note));
}

}  // namespace

void write_table(const Run& run, const TableOptions& options, std::ostream& out) {
  std::size_t width = 0;
  for (const CaseResult& result : run.cases)
    width = std::max(width, character_count(printable(result.args->label.back())));
  bool first = true;
  for (const RunRow& row : run_rows(run)) {
    if (row.begins)
      fmt::print(out, "{}{}{}{}\n", first ? "" : "\n", options.color ? kBold : "", row.heading,
                 options.color ? kReset : "");
    first = false;
    write_case(*row.result, width, options, out);
  }
  write_summary(run, out);
}

void write_summary(const Run& run, std::ostream& out) {
  fmt::print(out, "\n");
  for (const std::string& line : summary_lines(run)) fmt::print(out, "{}\n", line);
}

}  // namespace quern
