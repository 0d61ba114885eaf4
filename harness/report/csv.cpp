// SPDX-License-Identifier: Apache-2.0
#include "harness/report/csv.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <set>
#include <string>
#include <string_view>

#include "base/printable.hpp"
#include "harness/report/text.hpp"

namespace quern {
namespace {

std::string numbers(const CaseResult& result, const std::set<std::string>& metrics) {
  if (!result.measurement) return ",," + std::string(metrics.size(), ',');
  const Measurement& measured = *result.measurement;
  std::string line = fmt::format("{},{},{}", to_string(measured.verdict), measured.instructions, measured.spread);
  for (const std::string& name : metrics) {
    const auto found = measured.metrics.find(name);
    line += found == measured.metrics.end() ? "," : fmt::format(",{}", found->second);
  }
  return line;
}

}  // namespace

std::string csv_field(const std::string& content) {
  std::string text = printable(content);
  if (!text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos) text.insert(0, 1, '\'');
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

void write_csv(const Run& run, std::ostream& out) {
  const std::set<std::string> metrics = metric_names(run);
  fmt::print(out, "id,language,runtime,pass,num_threads,status,verdict,instructions,spread");
  for (const std::string& name : metrics) fmt::print(out, ",{}", csv_field(name));
  fmt::print(out, ",failure\n");
  for (const CaseResult& result : run.cases) {
    const TimerArgs& args = *result.args;
    fmt::print(out, "{},{},{},{},{},{},{},{}\n", csv_field(args.id), to_string(args.language), to_string(args.runtime),
               to_string(args.pass), args.num_threads, to_string(result.status), numbers(result, metrics),
               result.failure ? csv_field(result.failure->message) : "");
  }
}

}  // namespace quern
