// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/list_command.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/printable.hpp"
#include "expand/case/case_json.hpp"
#include "harness/cli/options/selection_options.hpp"
#include "harness/model/document_text.hpp"
#include "harness/runs/selection.hpp"

namespace quern {
namespace {

struct ListOptions {
  Selection selection;
  bool json = false;
  bool verbose = false;
};

std::string statement_of(const Case& args) {
  const OperatorCall* const call = operator_of(args);
  return call == nullptr ? snippet(args).stmt.text() : call_text(*call);
}

std::string one_line(const std::string& stmt) {
  const std::size_t end = stmt.find('\n');
  return printable(stmt.substr(0, end)) + (end == std::string::npos ? "" : " …");
}

void print_ids(const std::vector<Case>& cases, bool with_stmt, std::ostream& out) {
  std::size_t width = 0;
  for (const Case& args : cases) width = std::max(width, character_count(args.id));
  for (const Case& args : cases) {
    if (with_stmt)
      fmt::print(out, "{:<{}}  {}\n", printable(args.id), width, one_line(statement_of(args)));
    else
      fmt::print(out, "{}\n", printable(args.id));
  }
}

ExitCode run_list(const ListOptions& options, Streams streams) {
  const std::vector<Case> cases = select(load_cases(options.selection), options.selection);
  if (options.json) {
    streams.out << document_text(cases_document(cases));
    return ExitCode::ok;
  }
  print_ids(cases, options.verbose, streams.out);
  const auto cpp =
      std::count_if(cases.begin(), cases.end(), [](const Case& args) { return args.language == Language::cpp; });
  fmt::print(streams.err, "{} {}: {} C++, {} Python\n", cases.size(), cases.size() == 1 ? "case" : "cases", cpp,
             cases.size() - static_cast<std::size_t>(cpp));
  return ExitCode::ok;
}

}  // namespace

Command add_list_command(CLI::App& app) {
  auto options = std::make_shared<ListOptions>();  // CLI11 and the command both refer to it
  CLI::App* command = app.add_subcommand("list", "List the cases of a suite without running them");
  add_selection_options(*command, options->selection);
  command->add_flag("--json", options->json, "Print TimerArgs as one JSON document (quern.cases/1)");
  command->add_flag("-v,--verbose", options->verbose, "Print each case's statement beside its id");
  command->footer(
      "Examples:\n"
      "  quern list                                    the standard suite\n"
      "  quern list -v -f 'pointwise/.*:cpp' my.yaml   C++ cases of a file, with their statements\n"
      "  quern list --json --tag classic               everything about the classic cases");
  return {command, [options](const Settings&, Streams streams) { return run_list(*options, streams); }};
}

}  // namespace quern
