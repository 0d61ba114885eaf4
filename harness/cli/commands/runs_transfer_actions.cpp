// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/options/output_file.hpp"

#include <CLI/CLI.hpp>

#include "base/printable.hpp"
#include "harness/cli/commands/runs_action.hpp"
#include "harness/model/document_text.hpp"
#include "harness/runs/run_source.hpp"
#include "harness/store/run_store.hpp"

namespace quern {
namespace {

struct ExportOptions {
  std::string run;
  std::string output;
};

struct ImportOptions {
  std::vector<std::string> files;
  std::string name;
};

ExitCode run_export(const ExportOptions& options, const std::filesystem::path& store, Streams streams) {
  const OutputFile output(options.output);
  output.write(document_text(load_document(options.run, store)), streams.out);
  return ExitCode::ok;
}

ExitCode run_import(const ImportOptions& options, const std::filesystem::path& store, Streams streams) {
  if (!options.name.empty()) check_run_name(options.name);  // before anything is stored
  std::optional<RunStore> runs;
  for (const std::string& file : options.files) {
    const nlohmann::ordered_json document = load_document_file(file);
    if (!runs) runs.emplace(store, RunStore::Mode::write);  // a mistyped file leaves no empty store behind
    const Imported imported = runs->import_once(document);
    if (!options.name.empty()) runs->name(imported.run, options.name);
    fmt::print(streams.out, "{}  {}{}\n", imported.run, printable(file),
               imported.is_new ? "" : "  (was there already)");
  }
  return ExitCode::ok;
}

}  // namespace

RunsAction add_runs_export_action(CLI::App& command) {
  auto options = std::make_shared<ExportOptions>();  // CLI11 and the action both refer to it
  CLI::App* action = command.add_subcommand("export", "Write a run as the document that 'quern run' printed");
  action->add_option("RUN", options->run, "A name, id or commit, or 'latest'")->required();
  action->add_option("-o,--output", options->output, "Write to this file instead of standard output")
      ->type_name("FILE");
  action->footer("Example:\n  quern runs export main -o main.json");
  return {action, [options](const std::filesystem::path& store, Streams streams) {
            return run_export(*options, store, streams);
          }};
}

RunsAction add_runs_import_action(CLI::App& command) {
  auto options = std::make_shared<ImportOptions>();  // CLI11 and the action both refer to it
  CLI::App* action = command.add_subcommand("import", "Put documents of runs into the store; none is stored twice");
  action->add_option("FILE", options->files, "What 'quern run --format json -o FILE' or 'quern runs export' wrote")
      ->required();
  action->add_option("--name", options->name, "Give them this name")->type_name("NAME");
  action->footer("Example:\n  quern runs import nightly-*.json --name nightly");
  return {action, [options](const std::filesystem::path& store, Streams streams) {
            return run_import(*options, store, streams);
          }};
}

}  // namespace quern
