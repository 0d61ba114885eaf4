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
#include "harness/report/text/time_words.hpp"

namespace quern {
namespace {

struct TableRow {
  std::string count;
  std::string time;
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
    if (result.measurement->counted()) row.count = with_commas(result.measurement->instructions());
    if (result.measurement->time) row.time = time_text(*result.measurement->time);
    row.verdict = verdict_text(*result.measurement);
    if (result.measurement->verdict == Verdict::jitter) row.color = kYellow;
    for (const auto& [name, metric] : result.measurement->values)
      if (name != kInstructions && name != kTime)
        row.verdict += fmt::format("  {}={}", printable(name), with_commas(metric.value));
  } else if (result.failure) {
    row.verdict = failure_text(result);
    if (result.status == Status::failed) row.color = kRed;
  }
  return row;
}

/// Which columns a table has, and how wide the first is.
struct TableColumns {
  std::size_t name = 0;
  bool counts = false;
  bool times = false;
};

TableColumns table_columns(const Run& run) {
  TableColumns columns;
  for (const CaseResult& result : run.cases) {
    columns.name = std::max(columns.name, character_count(printable(result.args->label.back())));
    columns.counts = columns.counts || !result.measurement || result.measurement->counted();
    columns.times = columns.times || (result.measurement && result.measurement->time);
  }
  return columns;
}

std::string padded_left(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, character_count(text)), ' ') + text;
}

std::string numbers_of(const TableRow& row, const TableColumns& columns) {
  constexpr std::size_t kCount = 14;
  constexpr std::size_t kTimes = 19;
  std::string text;
  if (columns.counts || !columns.times) text += padded_left(row.count, kCount) + "  ";
  if (columns.times) text += padded_left(row.time, kTimes) + "  ";
  return text;
}

void write_case(const CaseResult& result, const TableColumns& columns, const TableOptions& options, std::ostream& out) {
  const TableRow row = to_row(result);
  const bool colored = options.color && !row.color.empty();
  std::string line = fmt::format("  {}  {}  {}{}{}{}", pad(printable(result.args->label.back()), columns.name),
                                 pad(how_run(*result.args), 14), numbers_of(row, columns), colored ? row.color : "",
                                 row.verdict, colored ? kReset : "");
  if (columns.times) line.erase(line.find_last_not_of(' ') + 1);
  fmt::print(out, "{}\n", line);
  if (options.verbose && result.measurement && result.measurement->time)
    for (const std::string& detail : time_details(*result.measurement->time)) fmt::print(out, "    {}\n", detail);
  for (const std::string& note : result.notes) fmt::print(out, "    note: {}\n", printable(note));
}

}  // namespace

void write_table(const Run& run, const TableOptions& options, std::ostream& out) {
  const TableColumns columns = table_columns(run);
  bool first = true;
  for (const RunRow& row : run_rows(run)) {
    if (row.begins)
      fmt::print(out, "{}{}{}{}\n", first ? "" : "\n", options.color ? kBold : "", row.heading,
                 options.color ? kReset : "");
    first = false;
    write_case(*row.result, columns, options, out);
  }
  write_summary(run, out);
}

void write_summary(const Run& run, std::ostream& out) {
  fmt::print(out, "\n");
  for (const std::string& line : summary_lines(run)) fmt::print(out, "{}\n", line);
}

}  // namespace quern
