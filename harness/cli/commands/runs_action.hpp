// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>

#include "harness/cli/cli11_fwd.hpp"
#include "harness/cli/command.hpp"

namespace quern {

/// One action of `quern runs`: its options, and what to do with a store once they are parsed.
struct RunsAction {
  CLI::App* app = nullptr;
  std::function<ExitCode(const std::filesystem::path& store, Streams streams)> run;
};

RunsAction add_runs_list_action(CLI::App& command);
RunsAction add_runs_show_action(CLI::App& command);
RunsAction add_runs_tag_action(CLI::App& command);
RunsAction add_runs_rm_action(CLI::App& command);
RunsAction add_runs_export_action(CLI::App& command);
RunsAction add_runs_import_action(CLI::App& command);
RunsAction add_runs_prune_action(CLI::App& command);
RunsAction add_runs_trend_action(CLI::App& command);

}  // namespace quern
