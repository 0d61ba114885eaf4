// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/run_options.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "harness/cli/kept_run.hpp"
#include "harness/cli/output_file.hpp"
#include "harness/cli/progress.hpp"
#include "harness/cli/resources.hpp"
#include "harness/cli/settings.hpp"
#include "harness/cli/store_option.hpp"
#include "harness/environment/git_commit.hpp"
#include "harness/model/layouts.hpp"
#include "harness/process/interrupt.hpp"

namespace quern {
namespace {

constexpr int kMostJobs = 1024;
constexpr int kMostSeconds = 1000000;
constexpr int kMostLayouts = 1000;

ExitCode judge_run(const Run& run) {
  if (run.interrupted) return ExitCode::interrupted;
  const auto failed = [](const CaseResult& result) { return result.status == Status::failed; };
  if (std::any_of(run.cases.begin(), run.cases.end(), failed)) return ExitCode::case_failed;
  return run.stable ? ExitCode::ok : ExitCode::unstable;
}

void check(const MeasuringOptions& options) {
  const std::vector<std::string>& metrics = options.run.metrics;
  if (std::find(metrics.begin(), metrics.end(), "alloc") != metrics.end() && options.run.allocator != "pinned")
    throw Error(ErrorKind::usage, "--metrics alloc counts in the pinned allocator", "leave --allocator out");
  if (options.layouts > 1 && (!options.save.empty() || !options.resume.empty()))
    throw Error(ErrorKind::usage, "--layouts cannot be kept in the store",
                "leave --save and --resume out; -o FILE --format json keeps it in a file");
}

}  // namespace

bool use_color(const MeasuringOptions& options) { return use_color(options.color, options.output); }

// NOLINTNEXTLINE(readability-function-size): flag table
void add_measuring_options(CLI::App& command, MeasuringOptions& options) {
  command.add_option("--metrics", options.run.metrics, "What to measure beside instructions: cache, branch, alloc")
      ->delimiter(',')
      ->expected(1)
      ->take_all()
      ->check(CLI::IsMember({"ir", "cache", "branch", "alloc"}))
      ->type_name("NAME,...");
  command.add_option("-o,--output", options.output, "Write the result to this file instead of standard output")
      ->type_name("FILE");
  command.add_option("-j,--jobs", options.run.jobs, "Servers at once (default: one per core)")
      ->check(CLI::Range(1, kMostJobs))
      ->type_name("N");
  command.add_option("--timeout", options.timeout_s, "Seconds after which a case has failed")
      ->check(CLI::Range(1, kMostSeconds))
      ->type_name("S")
      ->capture_default_str();
  command.add_option("--retries", options.run.retries, "Further tries when a server, not a case, breaks down")
      ->check(CLI::Range(0, kMostJobs))
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--isolation", options.isolation, "fork: a server's child per case; process: a server per case")
      ->check(CLI::IsMember({"fork", "process"}))
      ->type_name("NAME")
      ->capture_default_str();
  command.add_option("--allocator", options.run.allocator, "pinned, mimalloc or system")
      ->check(CLI::IsMember({"pinned", "mimalloc", "system"}))
      ->type_name("NAME")
      ->capture_default_str();
  command.add_option("--cxx", options.run.cxx, "Compiler of the snippets (default: clang++, else g++)")
      ->type_name("PROGRAM");
  add_color_option(command, options.color);
  command
      .add_option("--profiles", options.run.profiles,
                  "Keep Callgrind's profile of every case in this folder, for KCachegrind and flame graphs")
      ->type_name("DIR");
  command.add_flag("-q,--quiet", options.quiet, "No progress");
}

void add_saving_options(CLI::App& command, MeasuringOptions& options) {
  command.add_option("--save", options.save, "Keep the run in the store under this name")->type_name("NAME");
  add_store_option(command, options.store);
}

void add_run_options(CLI::App& command, MeasuringOptions& options) {
  add_format_options(command, options.format);
  command.add_option("--env", options.environment, "Where LibTorch is: a name from quern.yaml, or a shell command")
      ->type_name("ENV");
  command.add_flag("--functions", options.run.functions, "Keep the count of every function, for 'quern explain'");
  command
      .add_option("--layouts", options.layouts,
                  "Measure in so many layouts, where libraries, stack and heap lie elsewhere; show what moves")
      ->check(CLI::Range(1, kMostLayouts))
      ->type_name("N")
      ->capture_default_str();
  add_saving_options(command, options);
  command.add_option("--resume", options.resume, "Go on with a stored run that was interrupted")->type_name("RUN");
}

std::vector<Run> measure_runs(const Work& work, const MeasuringOptions& options, Streams streams) {
  check(options);
  RunOptions run_options = options.run;
  run_options.timeout = std::chrono::seconds(options.timeout_s);
  run_options.isolation = options.isolation == "process" ? Isolation::process : Isolation::fork;
  run_options.functions = run_options.functions || !run_options.profiles.empty();

  remember_interrupts();
  Progress progress(streams.err, progress_style(options.quiet, STDERR_FILENO),
                    work.cases.size() * work.environments.size());
  const std::unique_ptr<ProcessRunner> runner = make_process_runner();
  const std::map<std::string, std::string> variables = current_environment();
  const auto on_result = [&](const CaseDone& done) {
    if (work.on_case) work.on_case(done);
    progress.done(done.result.args->id, done.result.status != Status::skipped);
  };
  const RunContext context{*runner,           variables,
                           resource_folder(), [&](const std::string& phase) { progress.phase(phase); },
                           on_result,         git_commit(*runner, variables, std::filesystem::current_path())};
  std::vector<Run> runs = run_suite(work.cases, work.environments, run_options, context);
  progress.clear();
  return runs;
}

std::vector<std::string> measuring_words(const MeasuringOptions& options) {
  const MeasuringOptions usual;
  std::vector<std::string> words;
  const auto add = [&](const char* option, const auto& value, const auto& otherwise) {
    if (value != otherwise) words.insert(words.end(), {option, fmt::format("{}", value)});
  };
  add("--metrics", fmt::format("{}", fmt::join(options.run.metrics, ",")), std::string{});
  add("--jobs", options.run.jobs, usual.run.jobs);
  add("--timeout", options.timeout_s, usual.timeout_s);
  add("--retries", options.run.retries, usual.run.retries);
  add("--isolation", options.isolation, usual.isolation);
  add("--allocator", options.run.allocator, usual.run.allocator);
  add("--cxx", options.run.cxx, usual.run.cxx);
  add("--store", options.store, usual.store);
  return words;
}

EnvironmentSpec environment_named(const std::string& text) {
  return resolve_environment(text, environments_of(find_settings(std::filesystem::current_path())));
}

void report_state(bool interrupted, bool stable, std::ostream& err) {
  if (interrupted) fmt::print(err, "quern: interrupted; what was measured until then is kept\n");
  if (!stable) fmt::print(err, "quern: the sentries moved: this run is not stable enough to judge by\n");
}

// Hours of work are not lost with the file: what cannot be written there goes to standard output.
void write_result(const OutputFile& output, const std::string& text, std::ostream& out) {
  try {
    output.write(text, out);
  } catch (const Error&) {
    out << text;
    throw;
  }
}

namespace {

// One layout after the other: a server of each at the same time would need as many times the memory.
void measure_elsewhere(Run& run, const Work& work, const MeasuringOptions& options, Streams streams) {
  std::vector<Run> elsewhere;
  for (int layout = 1; layout < options.layouts && !interrupted(); ++layout) {
    Work moved = work;
    moved.environments.front().layout = layout;
    elsewhere.push_back(std::move(measure_runs(moved, options, streams).front()));
  }
  if (!elsewhere.empty()) join_layouts(run, elsewhere);
}

}  // namespace

ExitCode measure_and_report(const std::vector<TimerArgs>& cases, const MeasuringOptions& options, Streams streams) {
  check(options);
  OutputFile output(options.output);  // before hours of work: can it be written at all?
  const EnvironmentSpec environment = environment_named(options.environment);
  std::optional<KeptRun> kept;
  if (!options.save.empty() || !options.resume.empty()) kept.emplace(cases, options);
  Run run = kept ? kept->measure(environment, streams)
                 : Run(std::move(measure_runs({cases, {environment}}, options, streams).front()));
  measure_elsewhere(run, {cases, {environment}}, options, streams);
  write_result(output, render_run(run, options.format, use_color(options)), streams.out);
  report_state(run.interrupted, run.stable, streams.err);
  if (kept) kept->finish(streams.err);
  return judge_run(run);
}

}  // namespace quern
