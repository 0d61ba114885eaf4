// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/ab_command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "harness/cli/commands/measure_and_report.hpp"
#include "harness/cli/options/measuring_options.hpp"
#include "harness/cli/options/output_file.hpp"
#include "harness/cli/options/selection_options.hpp"
#include "harness/cli/options/statement.hpp"
#include "harness/cli/options/whole_number.hpp"
#include "harness/compare/comparison.hpp"
#include "harness/compare/layout_change.hpp"
#include "harness/model/document_text.hpp"
#include "harness/model/run_json.hpp"
#include "harness/process/interrupt.hpp"
#include "harness/report/comparison/comparison_rows.hpp"
#include "harness/report/formats.hpp"
#include "harness/runs/measure_runs.hpp"
#include "harness/runs/selection.hpp"

namespace quern {
namespace {

struct AbOptions {
  std::string a;
  std::string b;
  bool a_a = false;
  bool allow_different = false;
  std::string sort = "label";
  std::string format = "table";
  ComparisonTableOptions table;
  std::size_t functions = 20;
  Selection selection;
  Statement statement;
  MeasuringCommandOptions measuring;
  CLI::Option* b_option = nullptr;
};

constexpr int kMost = 1000000;

// NOLINTNEXTLINE(readability-function-size): flag table
void add_options(CLI::App& command, AbOptions& options) {
  command.add_option("--a", options.a, "Environment A: a name from quern.yaml, or a shell command (default: this one)")
      ->type_name("ENV");
  options.b_option = command.add_option("--b", options.b, "Environment B")->type_name("ENV");
  command.add_flag("--a-a", options.a_a, "Measure A against itself: the control, in which nothing may change");
  command.add_flag("--allow-different", options.allow_different, "Compare a full LibTorch with the C++ part of one");
  command.add_option("--stmt", options.statement.stmt, "One statement instead of a suite")->type_name("CODE");
  add_setup_options(command, options.statement);
  add_selection_options(command, options.selection);
  add_measuring_options(command, options.measuring);
  add_confirming_options(command, options.measuring);
  command.add_option("--sort", options.sort, "label: as in the suite; effect: largest change first")
      ->check(CLI::IsMember({"label", "effect"}))
      ->type_name("NAME")
      ->capture_default_str();
  command.add_flag("--changed", options.table.changed_only, "Leave out the cases that are the same");
  command.add_option("--explain", options.table.explained, "Name the functions behind so many of the largest changes")
      ->check(whole_number(0, kMost))
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--top", options.functions, "Functions of each change in the JSON document")
      ->check(whole_number(0, kMost))
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--format", options.format, format_list(format_names(&ReportFormat::comparison)))
      ->check(CLI::IsMember(format_names(&ReportFormat::comparison)))
      ->type_name("NAME");
}

std::vector<Case> cases_of(const AbOptions& options) {
  if (options.statement.stmt.empty()) return select(load_cases(options.selection), options.selection);
  if (!options.selection.suites.empty())
    throw Error(ErrorKind::usage, "--stmt and a SUITE exclude each other", "leave one of them out");
  Statement statement = options.statement;
  const std::vector<std::string>& languages = options.selection.languages;
  if (!languages.empty()) statement.language = languages.front();
  if (!options.selection.threads.empty()) statement.threads = options.selection.threads.front();
  return {to_case(statement)};
}

std::vector<EnvironmentSpec> environments_of_both(const AbOptions& options, const Settings& settings) {
  if (options.a_a == (options.b_option->count() > 0))
    throw Error(ErrorKind::usage, options.a_a ? "--a-a and --b exclude each other" : "no environment B",
                "--b ENV names it; --a-a measures A against itself");
  std::vector<EnvironmentSpec> both = {settings.environment(options.a),
                                       settings.environment(options.a_a ? options.a : options.b)};
  return both;
}

std::string render(const Comparison& comparison, const AbOptions& options) {
  ReportOptions report{QUERN_VERSION, use_color(options.measuring)};
  report.functions = options.functions;
  report.table = options.table;
  report.table.by_effect = options.sort == "effect";
  return report_of(comparison, options.format, report);
}

// Beside the profiles, so that 'quern explain' finds both sides later.
void keep_runs(const std::vector<Run>& runs, const AbOptions& options, std::ostream& out) {
  const std::filesystem::path& folder = options.measuring.run.profiles;
  if (folder.empty()) return;
  const char* const names[] = {"a.json", "b.json"};
  for (std::size_t i = 0; i < runs.size(); ++i)
    OutputFile(folder / names[i]).write(document_text(run_document(runs[i], QUERN_VERSION)), out);
}

std::vector<Case> largest_changes(std::vector<Case> cases, const Comparison& comparison, std::size_t most) {
  std::set<std::string> ids;
  for (const CaseComparison* compared : explained_cases(comparison, most)) ids.insert(compared->args->id);
  std::erase_if(cases, [&](const Case& args) { return !ids.contains(args.id); });
  return cases;
}

std::vector<Elsewhere> elsewhere_of(const std::vector<std::vector<Run>>& layouts) {
  std::vector<Elsewhere> elsewhere;
  elsewhere.reserve(layouts.size());
  for (const std::vector<Run>& runs : layouts)
    elsewhere.push_back({static_cast<int>(elsewhere.size()) + 1, &runs[0], &runs[1]});
  return elsewhere;
}

ExitCode run_ab(const AbOptions& options, const Settings& settings, Streams streams) {
  remember_interrupts();  // definitions are read before anything is measured
  const std::vector<Case> cases = cases_of(options);
  const std::vector<EnvironmentSpec> environments = environments_of_both(options, settings);
  OutputFile output(options.measuring.output);
  MeasuringOptions measuring = options.measuring;
  measuring.run.functions = true;
  measuring.run.one_installation = !options.allow_different;
  if (options.statement.stmt.empty()) measuring.run.selection = recorded(options.selection);
  const std::vector<Run> runs = measure_runs({cases, {environments}}, measuring, streams);
  Comparison comparison = compare(runs[0], runs[1]);
  const std::vector<Case> changed = largest_changes(cases, comparison, options.table.explained);
  std::vector<std::vector<Run>> moved;
  if (!changed.empty() && !comparison.interrupted)
    moved = measure_layouts({changed, {environments}}, measuring, streams);
  hold_changes(comparison, elsewhere_of(moved));
  write_result(output, render(comparison, options), streams.out);
  keep_runs(runs, options, streams.out);
  report_state(comparison.interrupted, comparison.stable, streams.err);
  return exit_code(comparison);
}

}  // namespace

Command add_ab_command(CLI::App& app) {
  auto options = std::make_shared<AbOptions>();  // CLI11 and the command both refer to it
  CLI::App* command = app.add_subcommand("ab", "Compare two environments, case by case and function by function");
  add_options(*command, *options);
  command->footer(
      "Examples:\n"
      "  quern ab --a 'source envs/main/bin/activate' --b 'source envs/pr/bin/activate'\n"
      "  quern ab --a main --b pr -f 'pointwise/' --sort effect     names from quern.yaml\n"
      "  quern ab --b 'export QUERN_TORCH_ROOT=build/libtorch' --no-python --profiles kept\n"
      "  quern ab --a main --b pr --stmt 'x + 1' -s 'auto x = torch::ones({4})'\n"
      "  quern ab --a main --a-a                                    the control: nothing may change\n\n"
      "Exit codes: 0 measured, whatever changed; 1 a case failed; 2 wrong usage or definition; 4 an environment is\n"
      "not usable; 5 not stable enough to judge; 130 interrupted.");
  return {command,
          [options](const Settings& settings, Streams streams) { return run_ab(*options, settings, streams); }};
}

}  // namespace quern
