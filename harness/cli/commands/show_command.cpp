// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/show_command.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "expand/case/case_json.hpp"
#include "harness/build/snippet_source.hpp"
#include "harness/cli/options/case_argument.hpp"
#include "harness/cli/options/measuring_options.hpp"
#include "harness/cli/options/selection_options.hpp"
#include "harness/measure/command_lines.hpp"
#include "harness/model/document_text.hpp"
#include "harness/process/interrupt.hpp"
#include "harness/runs/own_files.hpp"
#include "harness/runs/progress.hpp"
#include "harness/runs/selection.hpp"

namespace quern {
namespace {

struct ShowOptions {
  std::string id;
  Selection selection;
  bool json = false;
  bool commands = false;
  std::string environment;
};

void print_field(std::ostream& out, std::string_view name, std::string_view value) {
  if (!value.empty()) fmt::print(out, "{:<16} {}\n", name, printable(value));
}

void print_code(std::ostream& out, std::string_view name, std::string_view code) {
  if (code.empty()) return;
  fmt::print(out, "\n{}\n", name);
  while (!code.empty()) {
    const std::string_view line = code.substr(0, code.find('\n'));
    fmt::print(out, "    {}\n", printable(line));
    code.remove_prefix(std::min(line.size() + 1, code.size()));
  }
}

std::string indented(std::string_view code, std::size_t depth) {
  std::string text;
  while (!code.empty()) {
    const std::string_view line = code.substr(0, code.find('\n'));
    text += std::string(depth, ' ') + std::string(line) + "\n";
    code.remove_prefix(std::min(line.size() + 1, code.size()));
  }
  return text;
}

// What the worker composes from syntax trees, as text.
std::string python_source(const Case& args) {
  const TimerArgs& code = snippet(args);
  const std::string stmt = code.stmt.empty() ? "pass" : code.stmt.text();
  return fmt::format(
      "def quern_case(quern_windows):\n{}    for quern_window in quern_windows:\n"
      "        for quern_i in quern_window:\n{}",
      indented(code.setup.text(), 4), indented(stmt, 12));
}

std::string generated_source(const Case& args) {
  if (args.language == Language::python) return python_source(args);
  return snippet_source(args, analyse_statement(mapped_statement(args)).kept);
}

void print_model(const Asset& asset, std::ostream& out) {
  print_field(out, "model", fmt::format("{} ({})", asset.file, to_string(asset.model.kind)));
  print_code(out, "model setup (Python)", asset.model.setup);
  print_code(out, "model source (Python)", asset.model.source);
}

void print_body(const Case& args, std::ostream& out) {
  if (const OperatorCall* const call = operator_of(args)) {
    print_code(out, "call", call_text(*call));
    print_code(out, "arguments", nlohmann::ordered_json::parse(call->call).dump(2));
    return;
  }
  const TimerArgs& code = snippet(args);
  print_code(out, "global_setup", code.global_setup.text());
  print_code(out, "setup", code.setup.text());
  print_code(out, "stmt", code.stmt.text());
  print_code(out, "generated source", generated_source(args));
}

void print_case(const Case& args, std::ostream& out) {
  print_field(out, "id", args.id);
  print_field(out, "label", fmt::format("{}", fmt::join(args.label, " / ")));
  print_field(out, "language", to_string(args.language));
  print_field(out, "runtime", to_string(args.runtime));
  print_field(out, "pass", to_string(args.pass));
  print_field(out, "num_threads", std::to_string(args.num_threads));
  if (args.device != kCpu) print_field(out, "device", args.device);
  print_field(out, "tags", fmt::format("{}", fmt::join(args.tags, ", ")));
  print_field(out, "requires", fmt::format("{}", fmt::join(args.requires_, ", ")));
  print_field(out, "definition", to_string(args.definition));
  print_field(out, "definition hash", args.definition_hash);
  if (const Asset* const asset = model_of(args)) print_model(*asset, out);
  print_body(args, out);
}

void print_commands(const Case& args, const EnvironmentSpec& spec, Streams streams) {
  remember_interrupts();
  Progress progress(streams.err, progress_style(false, STDERR_FILENO), 0);
  const std::unique_ptr<ProcessRunner> runner = make_process_runner();
  const RunContext context{*runner, current_environment(), resource_folder(),
                           [&](const std::string& phase) { progress.phase(phase); }, [](const CaseDone&) {}};
  progress.phase("building");
  const CommandLines lines = command_lines(args, spec, context);
  progress.clear();
  print_code(streams.out, "compiled by", lines.compile);
  print_code(streams.out, "measured by, in a private FOLDER", lines.measure);
  print_code(streams.out, "not measured, because", lines.problem);
}

ExitCode run_show(const ShowOptions& options, const Settings& settings, Streams streams) {
  const std::vector<Case> cases = load_cases(options.selection);
  const Case& args = find_case(cases, options.id);
  if (options.json)
    streams.out << document_text(to_json(args));
  else
    print_case(args, streams.out);
  if (options.commands) print_commands(args, settings.environment(options.environment), streams);
  return ExitCode::ok;
}

}  // namespace

Command add_show_command(CLI::App& app) {
  auto options = std::make_shared<ShowOptions>();  // CLI11 and the command both refer to it
  CLI::App* command = app.add_subcommand("show", "Show one case: its TimerArgs and where it was defined");
  command->add_option("CASE", options->id, "Id of the case, as 'quern list' prints it")->required();
  add_suite_argument(*command, options->selection);
  CLI::Option* json = command->add_flag("--json", options->json, "Print the TimerArgs as JSON");
  command
      ->add_flag("--commands", options->commands,
                 "Also the command lines that compile and measure it; builds what they need")
      ->excludes(json);
  command->add_option("--env", options->environment, "Of --commands: a name from quern.yaml, or a shell command")
      ->type_name("ENV");
  command->footer("Example:\n  quern show pointwise/math/add/0:eager:forward:cpp:t1");
  return {command,
          [options](const Settings& settings, Streams streams) { return run_show(*options, settings, streams); }};
}

}  // namespace quern
