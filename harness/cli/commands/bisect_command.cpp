// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/bisect_command.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "harness/cli/commands/measure_and_report.hpp"
#include "harness/cli/options/build_options.hpp"
#include "harness/cli/options/case_argument.hpp"
#include "harness/cli/options/measuring_options.hpp"
#include "harness/cli/options/output_file.hpp"
#include "harness/cli/options/selection_options.hpp"
#include "harness/cli/options/store_option.hpp"
#include "harness/cli/options/whole_number.hpp"
#include "harness/process/interrupt.hpp"
#include "harness/process/process_runner.hpp"
#include "harness/report/formats.hpp"
#include "harness/runs/backtest_run.hpp"
#include "harness/runs/commit_builds.hpp"
#include "harness/runs/selection.hpp"

namespace quern {
namespace {

struct BisectOptions {
  std::string id;
  BuildOptions builds;
  CommitBuilds commits;
  int build_timeout_s = 0;
  std::string format = "table";
  std::size_t functions = 5;
  Selection selection;
  MeasuringCommandOptions measuring;
};

constexpr int kMostFunctions = 1000000;
constexpr int kLongestBuild = 10000000;

// NOLINTNEXTLINE(readability-function-size): flag table
void add_bisect_options(CLI::App& command, BisectOptions& options) {
  command.add_option("CASE", options.id, "The id of the case")->required();
  add_suite_argument(command, options.selection);
  add_build_options(command, options.builds);
  command.add_option("--command", options.commits.command, "Makes the build of {commit}; runs in bash")
      ->type_name("CMD");
  command.add_option("--good", options.commits.good, "The older end, with --command")->type_name("COMMIT");
  command.add_option("--bad", options.commits.bad, "The newer end, with --command")->type_name("COMMIT");
  command.add_option("--build-timeout", options.build_timeout_s, "Seconds after which a build is skipped")
      ->check(whole_number(1, kLongestBuild))
      ->type_name("S");
  add_measuring_options(command, options.measuring);
  add_store_option(command, options.measuring.store);
  command.add_option("--explain", options.functions, "Name so many functions behind each step")
      ->check(whole_number(0, kMostFunctions))
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--format", options.format, format_list(format_names(&ReportFormat::bisection)))
      ->check(CLI::IsMember(format_names(&ReportFormat::bisection)))
      ->type_name("NAME");
}

void check_bisect_options(const BisectOptions& options) {
  check_options(options.measuring);
  if (options.commits.command.empty()) {
    if (!options.commits.good.empty() || !options.commits.bad.empty())
      throw Error(ErrorKind::usage, "--good and --bad are ends of a list of commits",
                  "--command CMD makes their builds");
    return;
  }
  if (!options.builds.releases.empty())
    throw Error(ErrorKind::usage, "--command and --releases exclude each other", "leave one of them out");
  if (options.commits.good.empty() || options.commits.bad.empty())
    throw Error(ErrorKind::usage, "--command needs both ends",
                "--good COMMIT is the older one, --bad COMMIT the newer");
  if (options.builds.environments.size() > 1)
    throw Error(ErrorKind::usage, "--command takes one --env", "it is the ENV of a build, with {commit} in it");
}

/// What builds of commits refer to as long as they are searched.
struct CommitPlace {
  std::unique_ptr<ProcessRunner> runner = make_process_runner();
  std::map<std::string, std::string> variables = current_environment();
};

BuildSource commits_of(const BisectOptions& options, const Settings& settings, const CommitPlace& place) {
  CommitBuilds commits = options.commits;
  commits.timeout = std::chrono::seconds(options.build_timeout_s);
  if (!options.builds.environments.empty()) commits.environment = options.builds.environments.front();
  return builds_of_commits(commits, {*place.runner, place.variables, std::filesystem::current_path(),
                                     [&settings](const std::string& text) { return settings.environment(text); }});
}

ExitCode run_bisect_command(const BisectOptions& options, const Settings& settings, Streams streams) {
  remember_interrupts();  // definitions are read before anything is measured
  check_bisect_options(options);
  const StepRule rule = step_rule(options.builds);
  const OutputFile output(options.measuring.output);
  const std::vector<Case> cases = {find_case(load_cases(options.selection), options.id)};
  const CommitPlace place;
  std::ostream silence(nullptr);
  std::ostream& progress = options.measuring.quiet ? silence : streams.err;
  std::optional<NamedBuilds> named;
  if (options.commits.command.empty()) named.emplace(options.builds, settings, cases, progress);
  const BuildSource source = named ? named->source() : commits_of(options, settings, place);
  BuildRuns::Options how{options.measuring, store_path(options.measuring.store, settings), options.builds.fresh};
  how.measuring.run.backtesting = true;  // as a backtest has it, whose counts are taken over
  BuildRuns runs(cases, how, real_build_tools(how.measuring, streams));
  BuildSearch search{cases, source, rule};
  search.allow_installation = options.builds.allows_installation();
  const Bisection bisection = run_bisect(search, runs, progress);
  ReportOptions report{QUERN_VERSION, use_color(options.measuring)};
  report.functions = options.functions;
  write_result(output, report_of(bisection, options.format, report), streams.out);
  report_state(bisection.interrupted, true, streams.err);
  return exit_code(bisection);
}

}  // namespace

Command add_bisect_command(CLI::App& app) {
  auto options = std::make_shared<BisectOptions>();  // CLI11 and the command both refer to it
  CLI::App* command = app.add_subcommand("bisect", "Find the builds of an ordered list at which a count changes");
  add_bisect_options(*command, *options);
  command->footer(
      "An interval of builds is halved as long as the counts of its ends differ: about log2(n) builds for each step,\n"
      "and every step is found but those that cancel each other between two equal ends, which the report names.\n"
      "--command is run for one commit after another of the repository here; the last line that it prints is the ENV\n"
      "of the build, unless --env gives it. Exit code 125, or any other from 1 to 127, skips the commit.\n\n"
      "Examples:\n"
      "  quern bisect pointwise/math/add/0:eager:forward:cpp:t1 --env v1 --env v2 --env v3     names from quern.yaml\n"
      "  quern bisect CASE --releases 1.0..2.15\n"
      "  quern bisect CASE my.yaml --step 0.5% --format md --env v1 --env v2 --env v3\n"
      "  quern bisect CASE --good v2.5.0 --bad main --command 'scripts/build {commit} out/{commit}' \\\n"
      "      --env 'export QUERN_TORCH_ROOT=out/{commit}'\n\n"
      "Exit codes: 0 searched, whatever was found; 2 wrong usage or definition; 4 fewer than two builds have a count;\n"
      "130 interrupted.");
  return {command, [options](const Settings& settings, Streams streams) {
            return run_bisect_command(*options, settings, streams);
          }};
}

}  // namespace quern
