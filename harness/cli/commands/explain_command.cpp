// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/explain_command.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "base/printable.hpp"
#include "harness/cli/options/output_file.hpp"
#include "harness/cli/options/store_option.hpp"
#include "harness/cli/options/whole_number.hpp"
#include "harness/compare/explanation.hpp"
#include "harness/profile/call_tree.hpp"
#include "harness/profile/profile_reader.hpp"
#include "harness/report/flame/flamegraph.hpp"
#include "harness/report/formats.hpp"
#include "harness/runs/run_source.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

struct ExplainCommandOptions {
  std::string run;
  std::string id;
  std::string against;
  std::string format = "table";
  std::string output;
  std::string flamegraph;
  std::string store;
  ExplainOptions explain;
  std::size_t top = 20;
};

/// One side: a run, and the case in it.
struct Side {
  StoredRun stored;
  std::string name;  // as it was given
  fs::path folder;   // where its profiles may be
  const CaseResult* result = nullptr;

  [[nodiscard]] const Measurement& measurement() const { return *result->measurement; }
};

const CaseResult& find_case(const StoredRun& stored, const std::string& id, const std::string& file) {
  std::vector<std::string_view> ids;
  for (const CaseResult& result : stored.run.cases) {
    if (result.args->id == id) return result;
    ids.push_back(result.args->id);
  }
  throw Error(ErrorKind::usage, fmt::format("'{}' has no case '{}'", file, id), suggest_or(id, ids, ""));
}

std::unique_ptr<Side> load_side(const std::string& run, const std::string& id, const fs::path& store) {
  auto side = std::make_unique<Side>();
  side->name = run;
  side->folder = (is_run_file(run) ? fs::path(run) : store).parent_path();
  side->stored = load_run(run, store);
  side->result = &find_case(side->stored, id, run);
  if (!side->result->measurement)
    throw Error(ErrorKind::usage, fmt::format("'{}' was not measured in '{}': {}", id, run,
                                              side->result->failure ? side->result->failure->message : "no reason"));
  if (!side->measurement().functions)
    throw Error(ErrorKind::usage, fmt::format("'{}' holds no functions", run),
                "measure it with --functions, or with --profiles DIR for flame graphs too");
  return side;
}

// The document may have been moved together with its profiles. A store lies in a folder below its project's.
Profile read_kept_profile(const Side& side) {
  const fs::path kept = side.measurement().profile;
  if (kept.empty())
    throw Error(ErrorKind::usage, fmt::format("'{}' was measured without keeping profiles", side.name),
                "a flame graph needs --profiles DIR");
  const fs::path& folder = side.folder;
  for (const fs::path& path : {kept, folder / kept, folder / ".." / kept, folder / kept.filename(),
                               folder / kept.parent_path().filename() / kept.filename()}) {
    std::error_code ignored;
    if (fs::exists(path, ignored)) return read_profile_file(path, Threads::several);
  }
  throw Error(ErrorKind::usage, fmt::format("the profile '{}' is not there", kept.string()),
              "it must lie where it was written, or beside the run");
}

CallTree tree_of(const Side& side) {
  const std::vector<Window>& windows = side.measurement().windows;
  const double iterations = windows.empty() ? 1 : static_cast<double>(windows.back().iterations);
  return standardised(make_call_tree(read_kept_profile(side), iterations));
}

void write_flames(const Side* a, const Side& b, const ExplainCommandOptions& options, std::ostream& out) {
  std::ostringstream text;
  const auto version = [](const Side& side) { return "torch " + side.stored.run.environment.torch_version; };
  if (a == nullptr)
    write_flamegraph(tree_of(b), {options.id, version(b)}, text);
  else
    write_flamegraph(tree_of(*a), tree_of(b), {options.id, version(*a) + " → " + version(b)}, text);
  OutputFile(options.flamegraph).write(text.str(), out);
}

std::string description_of(const Side& side) {
  return fmt::format("torch {} ({})", printable(side.stored.run.environment.torch_version), printable(side.name));
}

std::string render(const Side* a, const Side& b, const ExplainCommandOptions& options) {
  const CaseFunctions& after = *b.measurement().functions;
  const Explanation explanation =
      a == nullptr ? explain(after, options.explain) : explain(*a->measurement().functions, after, options.explain);
  ExplainedCase explained{options.id, &explanation, {a != nullptr, options.explain.inclusive, options.top}};
  explained.b = {b.measurement().instructions(), description_of(b)};
  if (a != nullptr) explained.a = {a->measurement().instructions(), description_of(*a)};
  return report_of(explained, options.format, {});
}

void check_same_definition(const Side& a, const Side& b) {
  if (a.result->args->definition_hash != b.result->args->definition_hash)
    throw Error(ErrorKind::usage,
                fmt::format("the definition of '{}' is not the same in both runs", a.result->args->id),
                "measure both with the same definitions");
}

ExitCode run_explain(const ExplainCommandOptions& options, const fs::path& store, Streams streams) {
  // As in `ab`: RUN is what is looked at, and the other one what it came from.
  const std::unique_ptr<Side> b = load_side(options.run, options.id, store);
  const std::unique_ptr<Side> a = options.against.empty() ? nullptr : load_side(options.against, options.id, store);
  if (a) check_same_definition(*a, *b);
  const OutputFile output(options.output);
  if (!options.flamegraph.empty()) write_flames(a.get(), *b, options, streams.out);
  output.write(render(a.get(), *b, options), streams.out);
  return ExitCode::ok;
}

// NOLINTNEXTLINE(readability-function-size): flag table
void add_options(CLI::App& command, ExplainCommandOptions& options) {
  command
      .add_option("RUN", options.run,
                  "A run, measured with --functions: a JSON file, or a name, id or commit in the store")
      ->required();
  command.add_option("CASE", options.id, "The id of the case")->required();
  command.add_option("--against", options.against, "The run to compare with: what RUN has gained since")
      ->type_name("RUN");
  command.add_flag("--inclusive", options.explain.inclusive, "Count what a function calls as its own");
  command.add_flag("--short", options.explain.short_names, "Leave template arguments and parameters out of names");
  command.add_flag("--denoise", options.explain.denoise,
                   "Leave out functions whose count depends on history (lookups, allocators)");
  command.add_option("--top", options.top, "Functions to show")
      ->check(whole_number(1, 1000000))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--flamegraph", options.flamegraph, "Write a flame graph; with --against, red grew and blue shrank")
      ->type_name("FILE.svg");
  command.add_option("--format", options.format, format_list(format_names(&ReportFormat::explanation)))
      ->check(CLI::IsMember(format_names(&ReportFormat::explanation)))
      ->type_name("NAME");
  command.add_option("-o,--output", options.output, "Write the result to this file instead of standard output")
      ->type_name("FILE");
  add_store_option(command, options.store);
}

}  // namespace

Command add_explain_command(CLI::App& app) {
  auto options = std::make_shared<ExplainCommandOptions>();  // CLI11 and the command both refer to it
  CLI::App* command = app.add_subcommand("explain", "Which functions a case spends its instructions in, or a change");
  add_options(*command, *options);
  command->footer(
      "Examples:\n"
      "  quern run -f 'math/add' --profiles kept --format json -o new.json\n"
      "  quern explain new.json pointwise/math/add/0:eager:forward:cpp:t1\n"
      "  quern explain new.json pointwise/math/add/0:eager:forward:cpp:t1 --against old.json --flamegraph change.svg");
  return {command, [options](const Settings& settings, Streams streams) {
            return run_explain(*options, store_path(options->store, settings), streams);
          }};
}

}  // namespace quern
