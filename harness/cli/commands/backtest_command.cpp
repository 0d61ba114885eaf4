// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/backtest_command.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "harness/cli/commands/measure_and_report.hpp"
#include "harness/cli/options/build_options.hpp"
#include "harness/cli/options/measuring_options.hpp"
#include "harness/cli/options/output_file.hpp"
#include "harness/cli/options/selection_options.hpp"
#include "harness/cli/options/store_option.hpp"
#include "harness/cli/options/whole_number.hpp"
#include "harness/process/interrupt.hpp"
#include "harness/report/backtest/backtest_document.hpp"
#include "harness/report/backtest/backtest_plot.hpp"
#include "harness/report/formats.hpp"
#include "harness/runs/backtest_run.hpp"
#include "harness/runs/picture_file.hpp"
#include "harness/runs/selection.hpp"

namespace quern {
namespace {

struct BacktestOptions {
  BuildOptions builds;
  std::string from;
  std::string plot;
  std::string scale = "relative";
  PlotOptions picture;
  std::string format = "table";
  std::size_t steps = 10;
  Selection selection;
  MeasuringCommandOptions measuring;
};

constexpr int kMostShown = 1000000;
constexpr int kMostLabels = 100;

void add_plot_options(CLI::App& command, BacktestOptions& options) {
  command
      .add_option("--plot", options.plot,
                  "Draw a picture of each group: a file that ends in .svg, or in .png "
                  "(through rsvg-convert)")
      ->type_name("FILE");
  command.add_option("--plot-scale", options.scale, "relative: multiples of the first count; count: instructions")
      ->check(CLI::IsMember({"relative", "count"}))
      ->type_name("NAME")
      ->capture_default_str();
  command
      .add_option("--plot-labels", options.picture.depth,
                  "Cases that share so many labels are a group; 0: one picture of all")
      ->check(whole_number(0, kMostLabels))
      ->type_name("N")
      ->capture_default_str();
}

void add_backtest_options(CLI::App& command, BacktestOptions& options) {
  add_build_options(command, options.builds);
  command.add_option("--from", options.from, "Measure nothing: report a document that --format json wrote")
      ->type_name("FILE");
  add_plot_options(command, options);
  add_selection_options(command, options.selection);
  add_measuring_options(command, options.measuring);
  command.add_option("--save", options.measuring.save, "Give the runs this name, in the order of the builds")
      ->type_name("NAME");
  add_store_option(command, options.measuring.store);
  command.add_option("--explain", options.steps, "Name the functions behind so many of the largest steps")
      ->check(whole_number(0, kMostShown))
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--format", options.format, format_list(format_names(&ReportFormat::backtest)))
      ->check(CLI::IsMember(format_names(&ReportFormat::backtest)))
      ->type_name("NAME");
}

void check_backtest_options(const BacktestOptions& options) {
  check_options(options.measuring);
  if (!options.from.empty() && !(options.builds.environments.empty() && options.builds.releases.empty()))
    throw Error(ErrorKind::usage, "--from excludes --env and --releases", "--from measures nothing");
  if (!options.measuring.run.profiles.empty())
    throw Error(ErrorKind::usage, "a backtest keeps no profiles", "'quern run --env ENV --profiles DIR' does");
  if (!options.measuring.save.empty()) check_run_name(options.measuring.save);
}

Backtest read_selected(const BacktestOptions& options) {
  Backtest backtest = read_backtest_file(options.from);
  const std::function<bool(const Case&)> keep = selector(options.selection);
  std::erase_if(backtest.cases, [&](const BacktestCase& entry) { return !keep(entry.args); });
  if (backtest.cases.empty())
    throw Error(ErrorKind::usage, fmt::format("no case of '{}' is selected", options.from), "leave out an option");
  return backtest;
}

Backtest measure_backtest(const BacktestOptions& options, const Settings& settings, Streams streams) {
  const std::vector<Case> cases = select(load_cases(options.selection), options.selection);
  std::ostream silence(nullptr);
  std::ostream& progress = options.measuring.quiet ? silence : streams.err;
  const NamedBuilds builds(options.builds, settings, cases, progress);
  BuildRuns::Options how{options.measuring, store_path(options.measuring.store, settings), options.builds.fresh};
  how.measuring.run.selection = recorded(options.selection);
  how.measuring.run.backtesting = true;  // what an old build cannot do is a gap with a reason
  BuildRuns runs(cases, how, real_build_tools(how.measuring, streams));
  BuildSearch search{cases, builds.source(), step_rule(options.builds)};
  search.allow_installation = options.builds.allows_installation();
  BacktestRun found = run_backtest(search, runs, progress);
  if (!options.measuring.save.empty())
    for (const std::int64_t run : found.stored) runs.store().name(run, options.measuring.save);
  return std::move(found.backtest);
}

void draw(const Backtest& backtest, const BacktestOptions& options, const PictureFile& file, std::ostream& err) {
  PlotOptions picture = options.picture;
  picture.scale = options.scale == "count" ? PlotScale::count : PlotScale::relative;
  const std::vector<PlotGroup> groups = plot_groups(backtest, picture.depth);
  if (groups.empty()) fmt::print(err, "quern: no case has a count: there is nothing to draw\n");
  for (const PlotGroup& group : groups) {
    const PictureFile target = groups.size() == 1 ? file : file.named(group.name);
    target.write(backtest_svg(backtest, group, picture));
    fmt::print(err, "quern: drew {}\n", printable(target.path().string()));
  }
}

ExitCode run_backtest_command(const BacktestOptions& options, const Settings& settings, Streams streams) {
  remember_interrupts();  // definitions are read before anything is measured
  check_backtest_options(options);
  const OutputFile output(options.measuring.output);
  std::optional<PictureFile> plot;
  if (!options.plot.empty()) plot.emplace(options.plot);
  const Backtest backtest =
      options.from.empty() ? measure_backtest(options, settings, streams) : read_selected(options);
  ReportOptions report{QUERN_VERSION, use_color(options.measuring)};
  report.steps = options.steps;
  write_result(output, report_of(backtest, options.format, report), streams.out);
  if (plot) draw(backtest, options, *plot, streams.err);
  report_state(backtest.interrupted, true, streams.err);
  return options.from.empty() ? exit_code(backtest) : ExitCode::ok;
}

}  // namespace

Command add_backtest_command(CLI::App& app) {
  auto options = std::make_shared<BacktestOptions>();  // CLI11 and the command both refer to it
  CLI::App* command = app.add_subcommand("backtest", "Measure one suite on many builds, and find where counts change");
  add_backtest_options(*command, *options);
  command->footer(
      "Each case is in the store as soon as it is measured. What the store has of an equal build, by the content of\n"
      "its files, is not measured again: the same command goes on where it was interrupted.\n\n"
      "Examples:\n"
      "  quern backtest --releases 1.0..2.15 --language cpp --plot releases.svg  one release of each minor version\n"
      "  quern backtest --env 'source envs/torch-2.6.0/bin/activate' --env 'source envs/torch-2.15.0/bin/activate'\n"
      "  quern backtest --env old --env new --tag classic --plot builds.svg     names from quern.yaml\n"
      "  quern backtest --env old --env new --format json -o builds.json\n"
      "  quern backtest --from builds.json --plot builds.png --plot-labels 0    draw it once more\n\n"
      "Exit codes: 0 measured, whatever changed; 1 a case or a build failed; 2 wrong usage or definition; 4 no build\n"
      "is usable; 5 not stable enough to judge; 130 interrupted.");
  return {command, [options](const Settings& settings, Streams streams) {
            return run_backtest_command(*options, settings, streams);
          }};
}

}  // namespace quern
