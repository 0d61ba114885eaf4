// SPDX-License-Identifier: Apache-2.0
#include "harness/report/run/run_csv.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <string>

#include "harness/report/run/run_rows.hpp"
#include "harness/report/text/csv.hpp"

namespace quern {
namespace {

std::string numbers(const RunRow& row) {
  if (!row.result->measurement) return ",," + std::string(row.metrics.size(), ',');
  const Measurement& measured = *row.result->measurement;
  std::string line = ",,";
  if (measured.counted())
    line = fmt::format("{},{},{}", to_string(measured.verdict), measured.instructions(), measured.spread());
  for (const MetricValue* metric : row.metrics) line += metric == nullptr ? "," : fmt::format(",{}", metric->value);
  return line;
}

}  // namespace

void write_csv(const Run& run, std::ostream& out) {
  fmt::print(out, "id,language,runtime,pass,num_threads,status,verdict,instructions,spread");
  for (const std::string& name : metric_names(run)) fmt::print(out, ",{}", csv_field(name));
  fmt::print(out, ",failure\n");
  for (const RunRow& row : run_rows(run)) {
    const Case& args = *row.result->args;
    fmt::print(out, "{},{},{},{},{},{},{},{}\n", csv_field(args.id), to_string(args.language), to_string(args.runtime),
               to_string(args.pass), args.num_threads, to_string(row.result->status), numbers(row),
               row.result->failure ? csv_field(row.result->failure->message) : "");
  }
}

}  // namespace quern
