// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/verify_command.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "harness/cli/options/measuring_options.hpp"
#include "harness/cli/options/output_file.hpp"
#include "harness/cli/options/render_run.hpp"
#include "harness/cli/options/selection_options.hpp"
#include "harness/cli/options/whole_number.hpp"
#include "harness/compare/verification.hpp"
#include "harness/measure/count_twice.hpp"
#include "harness/process/interrupt.hpp"
#include "harness/report/formats.hpp"
#include "harness/runs/own_files.hpp"
#include "harness/runs/progress.hpp"
#include "harness/runs/selection.hpp"

namespace quern {
namespace {

struct VerifyOptions {
  std::vector<std::string> ids;
  Selection selection;
  RunOptions run;
  std::string environment;
  std::string format = "table";
  std::string output;
  std::string color = "auto";
  int timeout_s = 600;
  std::size_t functions = 5;
  bool quiet = false;
};

// NOLINTNEXTLINE(readability-function-size): flag table
void add_verify_options(CLI::App& command, VerifyOptions& options) {
  constexpr int kMostOfVerify = 1000000;
  command.add_option("CASE", options.ids, "Ids of cases (default: all that the options keep)");
  command.add_option("--suite", options.selection.suites, "Definitions file or folder (default: the standard suite)")
      ->allow_extra_args(false)
      ->type_name("SUITE");
  add_narrowing_options(command, options.selection);
  command.add_option("--env", options.environment, "Where LibTorch is: a name from quern.yaml, or a shell command")
      ->type_name("ENV");
  command.add_option("--top", options.functions, "Functions of each difference to name")
      ->check(whole_number(0, kMostOfVerify))
      ->type_name("N")
      ->capture_default_str();
  command.add_option("-j,--jobs", options.run.jobs, "Servers at once (default: one per core)")
      ->check(whole_number(1, 1024))
      ->type_name("N");
  command.add_option("--timeout", options.timeout_s, "Seconds after which a case has failed; a step takes 20 µs")
      ->check(whole_number(1, kMostOfVerify))
      ->type_name("S")
      ->capture_default_str();
  command.add_option("--cxx", options.run.cxx, "Compiler of the snippets (default: clang++, else g++)")
      ->type_name("PROGRAM");
  command.add_option("--format", options.format, format_list(format_names(&ReportFormat::verification)))
      ->check(CLI::IsMember(format_names(&ReportFormat::verification)))
      ->type_name("NAME")
      ->capture_default_str();
  command.add_option("-o,--output", options.output, "Write the result to this file instead of standard output")
      ->type_name("FILE");
  add_color_option(command, options.color);
  command.add_flag("-q,--quiet", options.quiet, "No progress");
}

std::vector<Case> chosen_cases(const VerifyOptions& options) {
  std::vector<Case> cases = select(load_cases(options.selection), options.selection);
  if (options.ids.empty()) return cases;
  std::vector<std::string_view> known;
  known.reserve(cases.size());
  for (const Case& args : cases) known.push_back(args.id);
  for (const std::string& id : options.ids)
    if (std::find(known.begin(), known.end(), id) == known.end())
      throw Error(ErrorKind::usage, fmt::format("no case '{}'", id),
                  suggest_or(id, known, "'quern list' shows all ids"));
  std::erase_if(cases, [&](const Case& args) {
    return std::find(options.ids.begin(), options.ids.end(), args.id) == options.ids.end();
  });
  return cases;
}

CountedTwice count(const std::vector<Case>& cases, const VerifyOptions& options, const EnvironmentSpec& environment,
                   Streams streams) {
  const std::unique_ptr<ProcessRunner> runner = make_process_runner();
  require_stepping(stepper_program(), *runner);
  RunOptions run_options = options.run;
  run_options.timeout = std::chrono::seconds(options.timeout_s);
  remember_interrupts();
  Progress progress(streams.err, progress_style(options.quiet, STDERR_FILENO), 2 * cases.size());
  const RunContext context{
      *runner, current_environment(), resource_folder(), [&](const std::string& phase) { progress.phase(phase); },
      [&](const CaseDone& done) { progress.done(done.result.args->id, done.result.status != Status::skipped); }};
  return count_twice(cases, {environment, stepper_program()}, run_options, context);
}

ExitCode run_verify(const VerifyOptions& options, const Settings& settings, Streams streams) {
  const OutputFile output(options.output);
  std::vector<Case> cases = chosen_cases(options);
  // One thread is stepped: what several do together depends on who comes first.
  const auto several =
      std::stable_partition(cases.begin(), cases.end(), [](const Case& args) { return args.num_threads == 1; });
  const std::vector<Case> skipped(std::make_move_iterator(several), std::make_move_iterator(cases.end()));
  cases.erase(several, cases.end());
  if (cases.empty())
    throw Error(ErrorKind::usage, "every case that is left has several threads", "steps count one: --threads 1");
  const CountedTwice both = count(cases, options, settings.environment(options.environment), streams);
  Verification verification = verify(both.callgrind, both.steps);
  for (const Case& args : skipped)
    verification.cases.push_back({&args, Agreement::skipped, {}, {}, 0, {}, "it has several threads; one is stepped"});
  ReportOptions report{QUERN_VERSION, use_color(options.color, options.output)};
  report.functions = options.functions;
  write_result(output, report_of(verification, options.format, report), streams.out);
  if (!verification.interrupted && verification.count(Agreement::equal) + verification.count(Agreement::differs) +
                                           verification.count(Agreement::failed) ==
                                       0)
    throw Error(ErrorKind::environment, "no case was counted in both ways", "the result says why");
  return exit_code(verification);
}

}  // namespace

Command add_verify_command(CLI::App& app) {
  auto options = std::make_shared<VerifyOptions>();  // CLI11 and the command both refer to it
  CLI::App* command =
      app.add_subcommand("verify", "Count the same windows without Valgrind, by single steps, and compare");
  add_verify_options(*command, *options);
  command->footer(
      "Examples:\n"
      "  quern verify pointwise/math/add/0:eager:forward:cpp:t1\n"
      "  quern verify -f '^indexing/.*:eager:forward:cpp' --format json -o verified.json\n"
      "  quern verify --suite my.yaml\n\n"
      "Exit codes: 0 all are equal, 1 a case failed, 2 wrong usage or definition, 4 not possible here (x86-64,\n"
      "and ptrace must be permitted), 5 counts differ, 130 interrupted.");
  return {command,
          [options](const Settings& settings, Streams streams) { return run_verify(*options, settings, streams); }};
}

}  // namespace quern
