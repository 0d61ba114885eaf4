// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "harness/cli/commands/runs_action.hpp"

#include <CLI/CLI.hpp>

#include "base/printable.hpp"
#include "harness/store/run_store.hpp"

namespace quern {
namespace {

struct TagOptions {
  std::string run;
  std::string name;
  bool remove = false;
};

// To change a store that is not there would make an empty one: reading it first says so.
RunStore open_existing(const std::filesystem::path& store) {
  static_cast<void>(RunStore(store, RunStore::Mode::read));
  return RunStore(store, RunStore::Mode::write);
}

ExitCode run_tag(const TagOptions& options, const std::filesystem::path& store, Streams streams) {
  RunStore runs = open_existing(store);
  const std::int64_t run = runs.require(options.run);
  if (options.remove)
    runs.forget_name(run, options.name);
  else
    runs.name(run, options.name);
  fmt::print(streams.err, "run {} is {} '{}'\n", run, options.remove ? "no longer" : "now", printable(options.name));
  return ExitCode::ok;
}

ExitCode run_rm(const std::vector<std::string>& wanted, const std::filesystem::path& store, Streams streams) {
  RunStore runs = open_existing(store);
  std::vector<std::int64_t> ids;
  for (const std::string& text : wanted)  // all are found before one goes: main~1 must not move meanwhile
    if (const std::int64_t id = runs.require(text); std::find(ids.begin(), ids.end(), id) == ids.end())
      ids.push_back(id);
  runs.remove(ids);
  for (const std::int64_t id : ids) fmt::print(streams.err, "removed run {}\n", id);
  return ExitCode::ok;
}

}  // namespace

RunsAction add_runs_tag_action(CLI::App& command) {
  auto options = std::make_shared<TagOptions>();  // CLI11 and the action both refer to it
  CLI::App* tag = command.add_subcommand("tag", "Give a run a name: it becomes the newest of that name");
  tag->add_option("RUN", options->run, "A name, id or commit, or 'latest'")->required();
  tag->add_option("NAME", options->name, "The name; several runs may have it")->required();
  tag->add_flag("--remove", options->remove, "Take the name from the run instead");
  tag->footer("Examples:\n  quern runs tag latest main\n  quern runs tag 12 main --remove");
  return {tag,
          [options](const std::filesystem::path& store, Streams streams) { return run_tag(*options, store, streams); }};
}

RunsAction add_runs_rm_action(CLI::App& command) {
  auto runs = std::make_shared<std::vector<std::string>>();  // CLI11 and the action both refer to it
  CLI::App* rm = command.add_subcommand("rm", "Remove runs");
  rm->add_option("RUN", *runs, "Names, ids or commits, or 'latest'")->required();
  rm->footer("Example:\n  quern runs rm 12 13");
  return {rm, [runs](const std::filesystem::path& store, Streams streams) { return run_rm(*runs, store, streams); }};
}

}  // namespace quern
