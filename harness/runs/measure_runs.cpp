// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/measure_runs.hpp"

#include <fmt/ostream.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>

#include "base/error.hpp"
#include "harness/environment/git_commit.hpp"
#include "harness/measure/measure_suite.hpp"
#include "harness/model/layouts.hpp"
#include "harness/model/metrics.hpp"
#include "harness/process/interrupt.hpp"
#include "harness/process/process_runner.hpp"
#include "harness/runs/own_files.hpp"
#include "harness/runs/progress.hpp"

namespace quern {

namespace {

// What is made of counts cannot be had without them.
void require_counts(const MeasuringOptions& options) {
  if (options.run.counts()) return;
  const bool needed = !options.time_alone || options.run.functions || !options.run.profiles.empty() ||
                      options.layouts > 1 || options.first_layout != 0;
  if (needed)
    throw Error(ErrorKind::usage, "--metrics time alone has no counts, which this needs", "give --metrics ir,time");
}

// Time is measured in the usual layout only: that of others would say nothing of the code, either.
MeasuringOptions without_time(MeasuringOptions options) {
  std::erase(options.run.metrics, kTime);
  return options;
}

}  // namespace

void check_options(const MeasuringOptions& options) {
  require_counts(options);
  for (const MetricWord& word : metric_words())
    if (word.needs_pinned_allocator && options.run.wants(std::string(word.word)) && options.run.allocator != "pinned")
      throw Error(ErrorKind::usage, fmt::format("--metrics {} counts in the pinned allocator", word.word),
                  "leave --allocator out");
}

std::vector<Run> measure_runs(const Work& work, const MeasuringOptions& options, Streams streams) {
  check_options(options);
  RunOptions run_options = options.run;
  run_options.timeout = std::chrono::seconds(options.timeout_s);
  run_options.time = {options.time_target / 100, std::chrono::milliseconds(std::lround(options.time_budget_s * 1000))};
  run_options.isolation = options.isolation == "process" ? Isolation::process : Isolation::fork;
  run_options.functions = run_options.functions || !run_options.profiles.empty();

  remember_interrupts();
  Progress progress(streams.err, progress_style(options.quiet, STDERR_FILENO),
                    work.cases.size() * count_environments(work.groups));
  const std::unique_ptr<ProcessRunner> runner = make_process_runner();
  const std::map<std::string, std::string> variables = current_environment();
  const auto on_result = [&](const CaseDone& done) {
    if (work.on_case) work.on_case(done);
    progress.done(done.result.args->id, done.result.status != Status::skipped);
  };
  const RunContext context{*runner,           variables,
                           resource_folder(), [&](const std::string& phase) { progress.phase(phase); },
                           on_result,         git_commit(*runner, variables, std::filesystem::current_path())};
  std::vector<Run> runs = measure_suite(work.cases, work.groups, run_options, context);
  progress.clear();
  return runs;
}

namespace {

// Hours of other layouts must not be lost to one in which a server does not start.
std::vector<Run> measure_or_say_why(const Work& work, const MeasuringOptions& options, Streams streams) {
  try {
    return measure_runs(work, options, streams);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::environment) throw;
    Run nothing;
    nothing.stable = false;
    nothing.notes = {error.what()};
    fmt::print(streams.err, "quern: nothing was measured in layout {}: {}\n", work.groups.front().front().layout,
               error.what());
    return std::vector<Run>(count_environments(work.groups), nothing);
  }
}

}  // namespace

std::vector<std::vector<Run>> measure_layouts(const Work& work, const MeasuringOptions& options, Streams streams) {
  std::vector<std::vector<Run>> layouts;
  for (int further = 1; further < options.layouts && !interrupted(); ++further) {
    Work moved = work;
    for (EnvironmentGroup& group : moved.groups)
      for (EnvironmentSpec& environment : group) environment.layout += further;
    layouts.push_back(measure_or_say_why(moved, without_time(options), streams));
  }
  return layouts;
}

void measure_elsewhere(Run& run, const Work& work, const MeasuringOptions& options, Streams streams) {
  std::vector<Run> elsewhere;
  for (std::vector<Run>& runs : measure_layouts(work, options, streams)) elsewhere.push_back(std::move(runs.front()));
  const int first = work.groups.front().front().layout;
  if (!elsewhere.empty() || first != 0) join_layouts(run, elsewhere, first);
}

}  // namespace quern
