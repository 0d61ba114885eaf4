// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "base/nearest.hpp"

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "harness/cli/commands/runs_action.hpp"
#include "harness/cli/options/output_file.hpp"
#include "harness/cli/options/whole_number.hpp"
#include "harness/runs/trend.hpp"
#include "harness/store/run_store.hpp"

namespace quern {
namespace {

struct TrendOptions {
  std::string id;
  std::string name;
  std::size_t last = std::numeric_limits<std::size_t>::max();
  std::string format = "table";
  std::string output;
};

[[noreturn]] void refuse(const TrendOptions& options, const RunStore& store) {
  const std::vector<std::string> ids = store.case_ids();
  if (std::binary_search(ids.begin(), ids.end(), options.id))
    throw Error(ErrorKind::usage,
                fmt::format("no finished, stable run{} has a count of '{}'",
                            options.name.empty() ? "" : fmt::format(" of the name '{}'", options.name), options.id),
                "'quern runs list' shows what there is");
  const std::vector<std::string_view> known(ids.begin(), ids.end());
  throw Error(ErrorKind::usage, fmt::format("no run in the store has a case '{}'", options.id),
              suggest_or(options.id, known, "'quern list' prints the ids of cases"));
}

Trend load_trend(const TrendOptions& options, const std::filesystem::path& file) {
  const RunStore store(file, RunStore::Mode::read);
  HistoryQuery query;
  query.ids = {options.id};
  query.name = options.name;
  query.most = options.last;
  History history = store.history(query);
  if (history.empty()) refuse(options, store);
  return make_trend(options.id, std::move(history.begin()->second));
}

ExitCode run_trend(const TrendOptions& options, const std::filesystem::path& file, Streams streams) {
  const OutputFile output(options.output);
  const Trend trend = load_trend(options, file);
  std::ostringstream text;
  if (options.format == "json")
    write_trend_json(trend, text);
  else if (options.format == "csv")
    write_trend_csv(trend, text);
  else
    write_trend_table(trend, text);
  output.write(text.str(), streams.out);
  return ExitCode::ok;
}

}  // namespace

RunsAction add_runs_trend_action(CLI::App& command) {
  auto options = std::make_shared<TrendOptions>();  // CLI11 and the action both refer to it
  CLI::App* trend = command.add_subcommand("trend", "The course of a case over the runs, and where it changed");
  trend->add_option("CASE", options->id, "The id of the case")->required();
  trend->add_option("--name", options->name, "Only runs of this name, in the order they got it (default: all by time)")
      ->type_name("NAME");
  trend->add_option("--last", options->last, "Only the newest so many runs")
      ->check(whole_number(1, 1000000))
      ->type_name("N");
  trend->add_option("--format", options->format, "table, json (quern.trend/1) or csv")
      ->check(CLI::IsMember({"table", "json", "csv"}))
      ->type_name("NAME");
  trend->add_option("-o,--output", options->output, "Write to this file instead of standard output")->type_name("FILE");
  trend->footer(
      "Runs that are unfinished or not stable are left out.\n\n"
      "Example:\n  quern runs trend pointwise/math/add/0:eager:forward:cpp:t1 --name main");
  return {trend, [options](const std::filesystem::path& store, Streams streams) {
            return run_trend(*options, store, streams);
          }};
}

}  // namespace quern
