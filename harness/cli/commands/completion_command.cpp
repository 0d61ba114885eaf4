// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/completion_command.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

namespace quern {
namespace {

// Options, and the actions of a command that has some with theirs.
std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> words;
  for (const CLI::App* action :
       command.get_parent() == nullptr ? std::vector<const CLI::App*>{} : command.get_subcommands({})) {
    words.push_back(action->get_name());
    for (const CLI::Option* option : action->get_options())
      for (const std::string& name : option->get_lnames())
        if (name != "help") words.push_back("--" + name);
  }
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
  return words;
}

// The part that both shells share: a `case` that sets `words` from the command's name.
std::string word_table(const CLI::App& app) {
  std::vector<std::string> commands;
  std::string table;
  for (const CLI::App* command : app.get_subcommands({})) {
    commands.push_back(command->get_name());
    table += fmt::format("    {}) choices='{}' ;;\n", command->get_name(), fmt::join(options_of(*command), " "));
  }
  table += fmt::format("    *) choices='{} {}' ;;\n", fmt::join(commands, " "), fmt::join(options_of(app), " "));
  return table;
}

// Ids contain ':' which bash takes for a word break: complete the part behind the last one.
constexpr const char* kBash = R"sh(# bash completion for quern: eval "$(quern completion bash)"
_quern() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} command='' choices=''
  [ "$COMP_CWORD" -gt 1 ] && command=${{COMP_WORDS[1]}}
  case $command in
{}  esac
  if [ "$command" = show ] && [[ $current != -* ]]; then
    local typed=${{COMP_LINE:0:COMP_POINT}}
    typed=${{typed##* }}
    local id
    COMPREPLY=()
    while IFS= read -r id; do
      [[ $id == "$typed"* ]] && COMPREPLY+=("${{id#"${{typed%"${{typed##*:}}"}}"}}")
    done < <("${{COMP_WORDS[0]}}" list 2>/dev/null)
  else
    mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$current")
  fi
}}
complete -o default -F _quern quern
)sh";

// The last line is for a file that zsh loads when it first completes: it takes the whole file for the function.
constexpr const char* kZsh = R"sh(#compdef quern
# zsh completion for quern: eval "$(quern completion zsh)"
_quern() {{
  local command='' choices=''
  (( CURRENT > 2 )) && command=${{words[2]}}
  case $command in
{}  esac
  if [[ $command == show && $PREFIX != -* ]]; then
    compadd -- ${{(f)"$(${{words[1]}} list 2>/dev/null)"}}
  else
    compadd -- ${{=choices}}
    [[ -n $command && $PREFIX != -* ]] && _files
  fi
}}
(( $+functions[compdef] )) && compdef _quern quern
[[ $funcstack[1] != _quern ]] || _quern "$@"
)sh";

}  // namespace

Command add_completion_command(CLI::App& app) {
  auto shell = std::make_shared<std::string>();  // CLI11 and the command both refer to it
  CLI::App* command = app.add_subcommand("completion", "Print a completion script for a shell");
  command->add_option("SHELL", *shell, "bash or zsh")->required()->check(CLI::IsMember({"bash", "zsh"}));
  command->footer(
      "Examples:\n"
      "  eval \"$(quern completion bash)\"    in ~/.bashrc\n"
      "  eval \"$(quern completion zsh)\"     in ~/.zshrc, after compinit");
  return {command, [shell, &app](const Settings&, Streams streams) {
            fmt::print(streams.out, fmt::runtime(*shell == "bash" ? kBash : kZsh), word_table(app));
            return ExitCode::ok;
          }};
}

}  // namespace quern
