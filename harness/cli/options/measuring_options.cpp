// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/options/measuring_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "harness/cli/options/store_option.hpp"
#include "harness/cli/options/whole_number.hpp"
#include "harness/model/metrics.hpp"

namespace quern {
namespace {

constexpr int kMostJobs = 1024;
constexpr int kMostSeconds = 1000000;
constexpr int kMostLayouts = 1000;
constexpr double kLeastTarget = 0.01;
constexpr double kMostTarget = 100;
constexpr double kMostBudget = 3600;
constexpr int kConfirmingLayouts = 3;  // each further one loads LibTorch once more for each side and language

}  // namespace

bool use_color(const MeasuringCommandOptions& options) { return use_color(options.color, options.output); }

namespace {

void add_time_options(CLI::App& command, MeasuringCommandOptions& options) {
  command
      .add_option("--time-target", options.time_target,
                  "Of times, percent of the median that its 95 % interval may be wide")
      ->check(CLI::Range(kLeastTarget, kMostTarget))
      ->type_name("PERCENT")
      ->capture_default_str();
  command.add_option("--time-budget", options.time_budget_s, "Seconds for each time that is not that precise before")
      ->check(CLI::Range(0.0, kMostBudget))
      ->type_name("S")
      ->capture_default_str();
}

}  // namespace

// NOLINTNEXTLINE(readability-function-size): flag table
void add_measuring_options(CLI::App& command, MeasuringCommandOptions& options) {
  std::vector<std::string> words;
  for (const MetricWord& word : metric_words()) words.emplace_back(word.word);
  command
      .add_option("--metrics", options.run.metrics,
                  "What to measure beside instructions (ir): " + metric_words_text() + "; time alone counts nothing")
      ->delimiter(',')
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false)
      ->check(CLI::IsMember(words))
      ->type_name("NAME,...");
  command.add_option("-o,--output", options.output, "Write the result to this file instead of standard output")
      ->type_name("FILE");
  command.add_option("-j,--jobs", options.run.jobs, "Servers at once (default: one per core)")
      ->check(whole_number(1, kMostJobs))
      ->type_name("N");
  command.add_option("--timeout", options.timeout_s, "Seconds after which a case has failed")
      ->check(whole_number(1, kMostSeconds))
      ->type_name("S")
      ->capture_default_str();
  command.add_option("--retries", options.run.retries, "Further tries when a server, not a case, breaks down")
      ->check(whole_number(0, kMostJobs))
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
  add_time_options(command, options);
  add_color_option(command, options.color);
  command
      .add_option("--profiles", options.run.profiles,
                  "Keep Callgrind's profile of every case in this folder, for KCachegrind and flame graphs")
      ->type_name("DIR");
  command.add_flag("-q,--quiet", options.quiet, "No progress");
}

void add_saving_options(CLI::App& command, MeasuringCommandOptions& options) {
  command.add_option("--save", options.save, "Keep the run in the store under this name")->type_name("NAME");
  add_store_option(command, options.store);
}

void add_confirming_options(CLI::App& command, MeasuringCommandOptions& options) {
  options.layouts = kConfirmingLayouts;
  command
      .add_option("--layouts", options.layouts,
                  "Of what changed, measure again in so many layouts in all: libraries, stack and heap lie elsewhere")
      ->check(whole_number(1, kMostLayouts))
      ->type_name("N")
      ->capture_default_str();
}

void add_run_options(CLI::App& command, MeasuringCommandOptions& options) {
  add_format_options(command, options.format);
  command.add_option("--env", options.environment, "Where LibTorch is: a name from quern.yaml, or a shell command")
      ->type_name("ENV");
  command.add_flag("--functions", options.run.functions, "Keep the count of every function, for 'quern explain'");
  command.add_flag("--backtesting", options.run.backtesting,
                   "Skip, with the reason, what this LibTorch cannot compile or run; for builds older than the suite");
  command
      .add_option("--layouts", options.layouts,
                  "Measure in so many layouts, where libraries, stack and heap lie elsewhere; show what moves")
      ->check(whole_number(1, kMostLayouts))
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--first-layout", options.first_layout, "The first of these layouts; 0 is the usual one")
      ->check(whole_number(0, kMostLayouts))
      ->type_name("N")
      ->capture_default_str();
  add_saving_options(command, options);
  command.add_option("--resume", options.resume, "Go on with a stored run that was interrupted")->type_name("RUN");
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
  add("--time-target", options.time_target, usual.time_target);
  add("--time-budget", options.time_budget_s, usual.time_budget_s);
  add("--retries", options.run.retries, usual.run.retries);
  add("--isolation", options.isolation, usual.isolation);
  add("--allocator", options.run.allocator, usual.run.allocator);
  add("--cxx", options.run.cxx, usual.run.cxx);
  add("--store", options.store, usual.store);
  return words;
}

}  // namespace quern
