// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/cli/options/output_file.hpp"

#include <CLI/CLI.hpp>

#include "harness/cli/commands/runs_action.hpp"
#include "harness/cli/options/render_run.hpp"
#include "harness/model/document_text.hpp"
#include "harness/runs/run_source.hpp"

namespace quern {
namespace {

struct RunsShowOptions {
  std::string run;
  RunFormat format;
  std::string color = "auto";
  std::string output;
};

std::string render(const RunsShowOptions& options, const std::filesystem::path& store) {
  // Not by way of the run: a document may have fields that this quern does not know.
  if (options.format.format == "json") return document_text(load_document(options.run, store));
  const StoredRun stored = load_run(options.run, store);
  return render_run(stored.run, options.format, use_color(options.color, options.output));
}

}  // namespace

RunsAction add_runs_show_action(CLI::App& command) {
  auto options = std::make_shared<RunsShowOptions>();  // CLI11 and the action both refer to it
  CLI::App* show = command.add_subcommand("show", "Print a run as 'quern run' did");
  show->add_option("RUN", options->run, "A name, id or commit, 'latest', or a JSON file")->required();
  add_format_options(*show, options->format);
  add_color_option(*show, options->color);
  show->add_option("-o,--output", options->output, "Write to this file instead of standard output")->type_name("FILE");
  show->footer("Examples:\n  quern runs show latest\n  quern runs show main~1 --layout matrix");
  return {show, [options](const std::filesystem::path& store, Streams streams) {
            const OutputFile output(options->output);
            output.write(render(*options, store), streams.out);
            return ExitCode::ok;
          }};
}

}  // namespace quern
