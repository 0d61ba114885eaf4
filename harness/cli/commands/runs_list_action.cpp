// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "harness/cli/commands/runs_action.hpp"

#include <CLI/CLI.hpp>

#include "harness/cli/options/whole_number.hpp"
#include "harness/model/document_text.hpp"
#include "harness/runs/runs_table.hpp"
#include "harness/store/run_store.hpp"

namespace quern {
namespace {

using Json = nlohmann::ordered_json;

struct RunsListOptions {
  std::size_t last = std::numeric_limits<std::size_t>::max();
  bool json = false;
};

Json to_json(const RunSummary& run) {
  return {{"id", run.id},
          {"names", run.names},
          {"started", run.started},
          {"commit", run.commit.empty() ? Json(nullptr) : Json(run.commit)},
          {"environment", run.environment},
          {"torch_version", run.torch_version},
          {"ok", run.ok},
          {"failed", run.failed},
          {"skipped", run.skipped},
          {"duration_s", run.duration_s},
          {"stable", run.stable},
          {"finished", run.finished},
          {"interrupted", run.interrupted}};
}

void write_json(const std::vector<RunSummary>& runs, std::ostream& out) {
  Json entries = Json::array();
  for (const RunSummary& run : runs) entries.push_back(to_json(run));
  const Json document = {{"schema", "quern.runs/1"}, {"runs", std::move(entries)}};
  out << document_text(document);
}

ExitCode run_list(const RunsListOptions& options, const std::filesystem::path& store, Streams streams) {
  const std::vector<RunSummary> runs = RunStore(store, RunStore::Mode::read).list(options.last);
  if (options.json)
    write_json(runs, streams.out);
  else if (runs.empty())
    fmt::print(streams.err, "the store has no runs\n");
  else
    write_runs_table(runs, streams.out);
  return ExitCode::ok;
}

}  // namespace

RunsAction add_runs_list_action(CLI::App& command) {
  auto options = std::make_shared<RunsListOptions>();  // CLI11 and the action both refer to it
  CLI::App* list = command.add_subcommand("list", "List the runs, the newest first");
  list->add_option("--last", options->last, "Only the newest so many")->check(whole_number(1, 1000000))->type_name("N");
  list->add_flag("--json", options->json, "Print one JSON document (quern.runs/1)");
  list->footer("Example:\n  quern runs list --last 10");
  return {list, [options](const std::filesystem::path& store, Streams streams) {
            return run_list(*options, store, streams);
          }};
}

}  // namespace quern
