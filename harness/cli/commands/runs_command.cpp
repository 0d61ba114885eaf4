// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/runs_command.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "harness/cli/commands/runs_action.hpp"
#include "harness/cli/options/store_option.hpp"

namespace quern {
namespace {

struct RunsOptions {
  std::string store;
  std::vector<RunsAction> actions;
};

}  // namespace

Command add_runs_command(CLI::App& app) {
  auto options = std::make_shared<RunsOptions>();  // CLI11 and the command both refer to it
  CLI::App* command = app.add_subcommand("runs", "The store of runs: what was measured, and its course");
  command->require_subcommand(1);
  add_store_option(*command, options->store);
  for (const auto add : {add_runs_list_action, add_runs_show_action, add_runs_trend_action, add_runs_tag_action,
                         add_runs_export_action, add_runs_import_action, add_runs_rm_action, add_runs_prune_action})
    options->actions.push_back(add(*command));
  for (const RunsAction& action : options->actions) action.app->fallthrough();  // --store may stand behind the action
  command->footer(
      "RUN is a name (main; main~1 is the run that had it before), an id, 'latest', the beginning of a commit,\n"
      "or a JSON file.\n\n"
      "Examples:\n"
      "  quern runs list --last 10\n"
      "  quern runs tag latest main\n"
      "  quern runs trend pointwise/math/add/0:eager:forward:cpp:t1 --name main\n"
      "  quern runs export main -o main.json");
  return {command, [options](const Settings& settings, Streams streams) {
            for (const RunsAction& action : options->actions)
              if (action.app->parsed()) return action.run(store_path(options->store, settings), streams);
            return ExitCode::usage;
          }};
}

}  // namespace quern
