// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/options/statement.hpp"

#include <CLI/CLI.hpp>

#include "expand/case/definition_hash.hpp"

namespace quern {
namespace {

// People type `x + w`, without the semicolon that C++ wants; on a line of its own, behind a comment that may be there.
std::string with_semicolon(std::string code, const std::string& language) {
  while (code.ends_with(' ') || code.ends_with('\n')) code.pop_back();
  if (language != "cpp" || code.empty() || code.ends_with(';')) return code;
  return code + (code.find("//") == std::string::npos ? ";" : "\n;");
}

}  // namespace

void add_setup_options(CLI::App& command, Statement& statement) {
  command.add_option("-s,--setup", statement.setup, "Code that runs before, in the same scope")->type_name("CODE");
  command.add_option("-g,--global", statement.global_setup, "Code at namespace or module level: #include, functions")
      ->type_name("CODE");
}

Case to_case(const Statement& statement) {
  Case args;
  args.label = {"time"};
  args.runtime = Runtime::explicit_;
  args.pass = Pass::explicit_;
  args.language = statement.language == "cpp" ? Language::cpp : Language::python;
  args.num_threads = statement.threads;
  args.definition = {"command line", 1, 1};
  args.body = TimerArgs{Code(with_semicolon(statement.stmt, statement.language), {"STMT", 1, 1}),
                        Code(with_semicolon(statement.setup, statement.language), {"SETUP", 1, 1}),
                        Code(statement.global_setup, {"GLOBAL", 1, 1})};
  args.id = make_id(args);
  args.definition_hash = definition_hash(args);
  return args;
}

}  // namespace quern
