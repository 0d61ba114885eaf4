// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/ops_command.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/printable.hpp"
#include "expand/case/case_json.hpp"
#include "expand/ops/run_ids.hpp"
#include "expand/suite.hpp"
#include "harness/cli/options/output_file.hpp"
#include "harness/cli/options/selection_options.hpp"
#include "harness/model/document_text.hpp"
#include "harness/report/run/param_lines.hpp"
#include "harness/runs/selection.hpp"

namespace quern {
namespace {

constexpr int kMostIterations = 1'000'000;
constexpr const char* kNotGiven = "benchmark_result";  // PARAM's prefix

struct OpsOptions {
  Selection selection;
  std::vector<std::string> configs;  // by -c
  int warmup = -1;
  int iteration = -1;
  bool backward = false;
  bool param_ids = false;
  bool append = false;
  std::uint64_t seed = 0;
  std::string resume_id;
  std::string stop_id;
  std::string format = "table";
  std::string output;
  std::string output_prefix = kNotGiven;
};

std::vector<std::string> configs_of(const OpsOptions& options) {
  std::vector<std::string> configs = options.selection.suites;
  configs.insert(configs.end(), options.configs.begin(), options.configs.end());
  if (configs.empty()) throw Error(ErrorKind::usage, "quern ops: no config given", "see 'quern ops --help'");
  return configs;
}

void require_readable(const std::vector<std::string>& configs) {
  std::error_code ignored;
  for (const std::string& config : configs)
    if (config != "-" && !std::filesystem::exists(config, ignored))
      throw Error(ErrorKind::usage, fmt::format("cannot read '{}': no such file", config),
                  "CONFIG is an operator config, or a folder of definitions");
}

// Only the expansion is there so far: to measure nothing of what was asked for must not look like a success.
void require_list_only(const OpsOptions& options) {
  if (options.warmup != 0 || options.iteration != 0)
    throw Error(ErrorKind::usage, "operators are expanded, but not measured yet",
                "'-w 0 -i 0' lists the calls that the configs stand for");
}

// PARAM's form has operators only; a definitions file may hold snippets beside them.
std::vector<Case> operator_cases(const OpsOptions& options) {
  const std::vector<std::string> configs = configs_of(options);
  std::vector<Case> cases = expand_suite(suite_files(configs), {options.seed, options.backward});
  std::erase_if(cases, [](const Case& args) { return operator_of(args) == nullptr; });
  if (cases.empty()) throw Error(ErrorKind::usage, "these files hold no operators", "'quern run' measures their cases");
  return cases;
}

std::string ids_table(const std::vector<Case>& cases, const std::vector<std::string>& ids) {
  std::vector<std::string> names;
  std::size_t width = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    names.push_back(printable(fmt::format("{}|{}", operator_of(cases[i])->name, ids[i])));
    width = std::max(width, character_count(names.back()));
  }
  std::string text;
  for (std::size_t i = 0; i < cases.size(); ++i)
    text += fmt::format("{:<{}}  {}{}\n", names[i], width, printable(call_text(*operator_of(cases[i]))),
                        cases[i].pass == Pass::forward_backward ? ", and backward" : "");
  return text;
}

ParamRun param_run(const OpsOptions& options, const std::string& output) {
  ParamRun run;
  run.configs = configs_of(options);
  run.warmup = options.warmup;
  run.iteration = options.iteration;
  run.backward = options.backward;
  run.append = options.append;
  run.output_prefix = options.output_prefix;
  run.output = output;
  run.resume_id = options.resume_id;
  run.stop_id = options.stop_id;
  run.version = QUERN_VERSION;
  return run;
}

// A backward pass is part of its line in PARAM's form, not a line of its own.
std::string param_text(const std::vector<Case>& cases, const std::vector<std::string>& ids, const ParamRun& run) {
  std::string text = param_header(run).dump() + "\n";
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (cases[i].pass == Pass::forward) text += param_line(cases[i], ids[i]).dump() + "\n";
  return text + param_finish().dump() + "\n";
}

std::string output_name(const OpsOptions& options) {
  if (!options.output.empty() || options.output_prefix == kNotGiven) return options.output;
  return fmt::format("{}_{}_{}.json", options.output_prefix, getpid(), std::time(nullptr));
}

std::string kept_ids(const OpsOptions& options, const std::vector<Case>& cases, const std::string& output) {
  std::vector<std::string> ids;
  ids.reserve(cases.size());
  for (const Case& args : cases) ids.push_back(operator_of(args)->run_id);
  if (options.param_ids) ids = param_run_ids(cases);
  if (options.format == "json") return document_text(cases_document(cases));
  return options.format == "param" ? param_text(cases, ids, param_run(options, output)) : ids_table(cases, ids);
}

ExitCode run_ops(const OpsOptions& options, Streams streams) {
  require_readable(configs_of(options));
  require_list_only(options);
  if (options.append && options.output.empty())
    throw Error(ErrorKind::usage, "--append needs --output", "it names the file that is appended to");
  const std::string name = output_name(options);
  const OutputFile output(name);
  const std::vector<Case> cases =
      select(cases_between(operator_cases(options), options.resume_id, options.stop_id), options.selection);
  std::string text = kept_ids(options, cases, name);
  if (std::error_code none; options.append && std::filesystem::exists(name, none)) text = read_file(name) + text;
  output.write(text, streams.out);
  return ExitCode::ok;
}

void add_output_options(CLI::App& command, OpsOptions& options) {
  command.add_option("--format", options.format, "table, json (quern.cases/1), or param: PARAM's JSON lines")
      ->check(CLI::IsMember({"table", "json", "param"}))
      ->type_name("NAME")
      ->capture_default_str();
  command.add_option("-o,--output", options.output, "Write the result to this file instead of standard output")
      ->type_name("FILE");
  command
      .add_option("--output-prefix", options.output_prefix,
                  "Write it to PREFIX_<process>_<time>.json, as PARAM does; -o names a file to the letter")
      ->type_name("FILE_PREFIX");
  command.add_flag("-a,--append", options.append, "Append to the file of -o");
  command.add_flag("--param-ids", options.param_ids, "Print ids as PARAM does, which adds up those of builds");
}

// NOLINTNEXTLINE(readability-function-size): flag table
void add_ops_options(CLI::App& command, OpsOptions& options) {
  command.add_option("CONFIG", options.selection.suites,
                     "Operator config, JSON in PARAM's form or YAML; - is standard input");
  command.add_option("-c,--config", options.configs, "The same; may be repeated")
      ->allow_extra_args(false)
      ->type_name("FILE");
  command.add_option("-w,--warmup", options.warmup, "Calls before those that are timed; 0 with -i 0: only list them")
      ->check(CLI::Range(0, kMostIterations))
      ->type_name("N");
  command.add_option("-i,--iteration", options.iteration, "Timed calls; 0 with -w 0: only list them")
      ->check(CLI::Range(0, kMostIterations))
      ->type_name("N");
  command.add_flag("-b,--backward", options.backward, "Add the backward pass");
  command.add_option("-r,--resume-id", options.resume_id, "Begin with this case, as torch.add|0|0|1_2")
      ->type_name("ID");
  command.add_option("-s,--stop-id,--stop_id", options.stop_id, "End before this case")->type_name("ID");
  command.add_option("--seed", options.seed, "Of the values that configs let be drawn")
      ->type_name("N")
      ->capture_default_str();
}

}  // namespace

Command add_ops_command(CLI::App& app) {
  auto options = std::make_shared<OpsOptions>();  // CLI11 and the command both refer to it
  CLI::App* command = app.add_subcommand("ops", "List the operator calls that configs stand for");
  add_ops_options(*command, *options);
  add_narrowing_options(*command, options->selection);
  add_output_options(*command, *options);
  command->footer(
      "Examples:\n"
      "  quern ops -w 0 -i 0 simple_add.json                   every call, and its id\n"
      "  quern ops -w 0 -i 0 --format param simple_add.json    the same as PARAM's lines\n"
      "  quern ops -w 0 -i 0 -r 'torch.add|0|0|1_2' my.json    from that call on\n\n"
      "Operators are expanded, but not measured yet. 'quern list' and 'quern show' take the same files.\n\n"
      "Exit codes: 0 all is well, 2 wrong usage or config.");
  return {command, [options](const Settings&, Streams streams) { return run_ops(*options, streams); }};
}

}  // namespace quern
