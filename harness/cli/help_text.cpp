// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/help_text.hpp"

#include <fmt/format.h>

#include <vector>

namespace quern {
namespace {

constexpr std::size_t kColumn = 30;  // where descriptions begin

bool takes_many(const CLI::Option& option) {
  return option.get_expected_max() >= CLI::detail::expected_max_vector_size;
}

// A name that reaches into the column of descriptions has a line of its own.
std::string help_entry(const std::string& name, const std::string& description) {
  const char* const separator = name.size() + 2 < kColumn ? "" : "\n";
  const std::size_t padding = name.size() + 2 < kColumn ? kColumn - name.size() - 2 : kColumn;
  return fmt::format("  {}{}{:{}}{}\n", name, separator, "", padding, description);
}

std::string option_entries(const CLI::App& app, bool positional) {
  std::string text;
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional() == positional && !option->get_group().empty())
      text += help_entry(option->get_name(positional, !positional) + option_words(*option), option->get_description());
  return text;
}

std::string command_entries(const CLI::App& app) {
  std::string text;
  for (const CLI::App* command : app.get_subcommands({}))
    text += help_entry(command->get_name(), command->get_description());
  return text;
}

std::string help_section(const char* title, const std::string& entries) {
  return entries.empty() ? std::string() : fmt::format("\n{}:\n{}", title, entries);
}

std::string positional_usage(const CLI::Option& option) {
  const std::string name = option.get_name(true) + (takes_many(option) ? "..." : "");
  return option.get_required() ? name : fmt::format("[{}]", name);
}

}  // namespace

std::string option_words(const CLI::Option& option) {
  std::string text;
  if (option.get_type_size() != 0) {  // else it is a flag
    if (const std::string type = option.get_type_name(); !type.empty()) text += " " + type;
    if (const std::string value = option.get_default_str(); !value.empty()) text += "=" + value;
    if (takes_many(option)) text += " ...";
    if (option.get_required()) text += " REQUIRED";
  }
  if (const std::string variable = option.get_envname(); !variable.empty()) text += fmt::format(" (Env:{})", variable);
  for (const CLI::Option* other : option.get_excludes()) text += " Excludes: " + other->get_name();
  return text;
}

std::string usage_of(const CLI::App& app, const std::string& name) {
  std::string usage = name + " [OPTIONS]";  // there is always --help
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional()) usage += " " + positional_usage(*option);
  return app.get_subcommands({}).empty() ? usage : usage + " SUBCOMMAND";
}

std::string HelpText::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode /*mode*/) const {
  std::string text = fmt::format("{}\nUsage: {}\n", app->get_description(), usage_of(*app, name));
  text +=
      help_section("Positionals", option_entries(*app, true)) + help_section("Options", option_entries(*app, false));
  text += help_section("Subcommands", command_entries(*app));
  const std::string footer = app->get_footer();
  return text + (footer.empty() ? "\n" : fmt::format("\n{}\n", footer));
}

}  // namespace quern
