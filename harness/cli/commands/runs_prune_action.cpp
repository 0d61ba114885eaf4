// SPDX-License-Identifier: Apache-2.0
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <chrono>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/commands/runs_action.hpp"

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "harness/cli/options/whole_number.hpp"
#include "harness/runs/runs_table.hpp"
#include "harness/store/run_store.hpp"

namespace quern {
namespace {

constexpr int kMostDays = 36500;
constexpr int kHoursAlive = 24;  // an unfinished run may be measured right now, but hardly for longer

struct PruneOptions {
  std::optional<std::size_t> keep;
  std::optional<int> older_than;  // days
  bool dry_run = false;
};

std::string time_ago(std::chrono::hours ago) {
  const std::time_t then = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now() - ago);
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(then));
}

PruneRule rule_of(const PruneOptions& options) {
  PruneRule rule;
  rule.keep = options.keep;
  if (options.older_than) rule.before = time_ago(std::chrono::hours(24) * *options.older_than);
  rule.alive_since = time_ago(std::chrono::hours(kHoursAlive));
  return rule;
}

std::vector<RunSummary> summaries(const RunStore& store, const std::vector<std::int64_t>& ids) {
  std::vector<RunSummary> runs;
  runs.reserve(ids.size());
  for (const std::int64_t id : ids) runs.push_back(store.summary(id));
  return runs;
}

ExitCode run_prune(const PruneOptions& options, const std::filesystem::path& file, Streams streams) {
  if (!options.keep && !options.older_than)
    throw Error(ErrorKind::usage, "nothing says what to prune", "give --keep N or --older-than DAYS");
  std::vector<std::int64_t> ids;
  {
    const RunStore store(file, RunStore::Mode::read);
    ids = store.prunable(rule_of(options));
    if (!ids.empty()) write_runs_table(summaries(store, ids), streams.out);
  }
  if (options.dry_run) {
    fmt::print(streams.err, "would remove {} run{}\n", ids.size(), ids.size() == 1 ? "" : "s");
    return ExitCode::ok;
  }
  RunStore store(file, RunStore::Mode::write);
  store.remove(ids);
  const std::uintmax_t freed = store.shrink();
  fmt::print(streams.err, "removed {} run{}, freed {:.1f} MB\n", ids.size(), ids.size() == 1 ? "" : "s",
             static_cast<double>(freed) / 1e6);
  return ExitCode::ok;
}

}  // namespace

RunsAction add_runs_prune_action(CLI::App& command) {
  auto options = std::make_shared<PruneOptions>();  // CLI11 and the action both refer to it
  CLI::App* prune = command.add_subcommand("prune", "Remove old runs, and give their space back");
  CLI::Option* keep =
      prune->add_option("--keep", options->keep, "Keep the newest so many of every name, and of those without one")
          ->check(whole_number(0, 1000000))
          ->type_name("N");
  prune->add_option("--older-than", options->older_than, "Remove what is older, except the last run of a name")
      ->check(whole_number(0, kMostDays))
      ->type_name("DAYS")
      ->excludes(keep);
  prune->add_flag("--dry-run", options->dry_run, "Only say what would go");
  prune->footer(
      "A run that was begun in the last 24 hours and is not finished stays: it may be measured right now.\n\n"
      "Examples:\n  quern runs prune --keep 100\n  quern runs prune --older-than 90 --dry-run");
  return {prune, [options](const std::filesystem::path& store, Streams streams) {
            return run_prune(*options, store, streams);
          }};
}

}  // namespace quern
