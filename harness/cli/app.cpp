// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/app.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "base/printable.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/commands/ab_command.hpp"
#include "harness/cli/commands/backtest_command.hpp"
#include "harness/cli/commands/bisect_command.hpp"
#include "harness/cli/commands/cache_command.hpp"
#include "harness/cli/commands/check_command.hpp"
#include "harness/cli/commands/completion_command.hpp"
#include "harness/cli/commands/doctor_command.hpp"
#include "harness/cli/commands/env_command.hpp"
#include "harness/cli/commands/explain_command.hpp"
#include "harness/cli/commands/list_command.hpp"
#include "harness/cli/commands/ops_command.hpp"
#include "harness/cli/commands/run_command.hpp"
#include "harness/cli/commands/runs_command.hpp"
#include "harness/cli/commands/show_command.hpp"
#include "harness/cli/commands/time_command.hpp"
#include "harness/cli/commands/verify_command.hpp"
#include "harness/cli/help_text.hpp"
#include "harness/cli/options/settings_options.hpp"
#include "harness/process/interrupt.hpp"

namespace quern {
namespace {

// A new command is an entry here, and a file in commands/.
std::vector<Command> add_commands(CLI::App& app) {
  app.formatter(std::make_shared<HelpText>());
  app.description("Counts the instructions that LibTorch code executes: exactly, and the same every time.");
  app.set_version_flag("--version", "quern " QUERN_VERSION);
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.require_subcommand(1);
  app.footer("Example:\n  quern list --tag classic --language cpp\n\n'quern COMMAND --help' tells more about each.");
  return {add_run_command(app),      add_time_command(app),   add_ab_command(app),    add_check_command(app),
          add_backtest_command(app), add_bisect_command(app), add_ops_command(app),   add_runs_command(app),
          add_explain_command(app),  add_verify_command(app), add_list_command(app),  add_show_command(app),
          add_env_command(app),      add_doctor_command(app), add_cache_command(app), add_completion_command(app)};
}

void print_error(std::ostream& err, const std::string& message, const std::string& hint) {
  fmt::print(err, "quern: {}\n", printable(message));
  if (!hint.empty()) fmt::print(err, "  {}\n", printable(hint));
}

ExitCode report(const Error& error, std::ostream& err) {
  if (error.kind() == ErrorKind::definition && !error.where())
    fmt::print(err, "{}\n", error.what());  // rendered line by line, and made printable there
  else
    print_error(err, error.where() ? fmt::format("{}: {}", to_string(*error.where()), error.what()) : error.what(),
                error.hint());
  return exit_code(error.kind());
}

// The option that a misspelt one was probably meant to be, else where all of them are listed.
std::string option_hint(const CLI::App& command, std::span<char* const> arguments) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (std::string_view word : arguments) {
    word = word.substr(0, word.find('='));
    if (!word.starts_with("--") || std::find(known.begin(), known.end(), word) != known.end()) continue;
    if (const std::string_view meant = nearest(word, known); !meant.empty())
      return fmt::format("did you mean '{}'?", meant);
  }
  return fmt::format("see 'quern {} --help'", command.get_name());
}

void report_usage(const CLI::App& app, const Invocation& invocation, const std::string& reason) {
  const std::string word = invocation.arguments.size() > 1 ? invocation.arguments[1] : "";
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  const std::vector<std::string_view> known(names.begin(), names.end());
  if (word.empty())
    print_error(invocation.err, "no command given", "see 'quern --help'");
  else if (std::find(known.begin(), known.end(), word) != known.end())
    print_error(invocation.err, reason, option_hint(*app.get_subcommand(word), invocation.arguments));
  else if (word.starts_with('-'))
    print_error(invocation.err, reason, "see 'quern --help'");
  else
    print_error(invocation.err, fmt::format("unknown command '{}'", word), suggest(word, known));
}

ExitCode parse_and_run(const Invocation& invocation) {
  CLI::App app;
  const std::vector<Command> commands = add_commands(app);
  std::optional<Settings> settings;
  try {
    app.parse(static_cast<int>(invocation.arguments.size()), invocation.arguments.data());
    settings.emplace(apply_settings(app));
    if (!settings->not_used().empty()) print_error(invocation.err, settings->not_used(), "");
  } catch (const CLI::ParseError& error) {
    name_environment_variables(app);  // for the help; variables are read by apply_settings()
    if (error.get_exit_code() == 0) return static_cast<ExitCode>(app.exit(error, invocation.out, invocation.err));
    report_usage(app, invocation, error.what());
    return ExitCode::usage;
  }
  for (const Command& command : commands)
    if (command.app->parsed()) return command.run(*settings, {invocation.out, invocation.err});
  return ExitCode::usage;
}

// A signal ends a write to a reader that does not read.
void require_written(const std::ostream& out) {
  if (!out && interrupted()) throw Error(ErrorKind::interrupted, "interrupted");
  if (!out) throw Error(ErrorKind::environment, "cannot write the result to standard output");
}

}  // namespace

std::vector<ManPage> manual() {
  CLI::App app("", "quern");
  add_commands(app);
  name_environment_variables(app);
  return man_pages(app, QUERN_VERSION);
}

int run_quern(const Invocation& invocation) {
  try {
    const ExitCode code = parse_and_run(invocation);
    invocation.out.flush();
    require_written(invocation.out);
    return static_cast<int>(code);
  } catch (const Error& error) {
    return static_cast<int>(report(error, invocation.err));
  } catch (const std::filesystem::filesystem_error& error) {  // no permission, or a folder that is gone
    const std::string what = error.path1().empty() ? "the working directory" : error.path1().string();
    print_error(invocation.err, fmt::format("cannot use {}: {}", what, error.code().message()), "");
    return static_cast<int>(ExitCode::environment);
  } catch (const std::exception& error) {
    print_error(invocation.err, fmt::format("internal error: {}", error.what()), "this is a bug; please report it");
    return static_cast<int>(ExitCode::internal);
  }
}

}  // namespace quern
