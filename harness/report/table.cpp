// SPDX-License-Identifier: Apache-2.0
#include "harness/report/table.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "base/printable.hpp"
#include "harness/report/text.hpp"

namespace quern {
namespace {

struct Row {
  std::string name;
  std::string how;
  std::string count;
  std::string verdict;
  std::string_view color;
};

std::string verdict_text(const Measurement& measurement) {
  if (measurement.verdict == Verdict::exact) return "exact";
  return fmt::format("{} ±{}", to_string(measurement.verdict), with_commas(measurement.spread));
}

Row to_row(const CaseResult& result) {
  Row row{printable(result.args->label.back()), how_run(*result.args), "", "", ""};
  if (result.measurement) {
    row.count = with_commas(result.measurement->instructions);
    row.verdict = verdict_text(*result.measurement);
    if (result.measurement->verdict == Verdict::jitter) row.color = kYellow;
    for (const auto& [name, value] : result.measurement->metrics)
      row.verdict += fmt::format("  {}={}", printable(name), with_commas(value));
  } else if (result.failure) {
    row.verdict = fmt::format("{}: {}", to_string(result.status), first_line(result.failure->message));
    if (result.status == Status::failed) {
      row.verdict += fmt::format(" ({})", printable(result.failure->where));
      row.color = kRed;
    }
  }
  return row;
}

}  // namespace

void write_table(const Run& run, const TableOptions& options, std::ostream& out) {
  std::size_t width = 0;
  for (const CaseResult& result : run.cases)
    width = std::max(width, character_count(printable(result.args->label.back())));
  std::string last;
  for (const CaseResult& result : run.cases) {
    if (const std::string now = heading(*result.args); now != last) {
      fmt::print(out, "{}{}{}{}\n", last.empty() ? "" : "\n", options.color ? kBold : "", now,
                 options.color ? kReset : "");
      last = now;
    }
    const Row row = to_row(result);
    const bool colored = options.color && !row.color.empty();
    fmt::print(out, "  {}  {}  {:>14}  {}{}{}\n", pad(row.name, width), pad(row.how, 14), row.count,
               colored ? row.color : "", row.verdict, colored ? kReset : "");
    for (const std::string& note : result.notes) fmt::print(out, "    note: {}\n", printable(note));
  }
  write_summary(run, out);
}

}  // namespace quern
