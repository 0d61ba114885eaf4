// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/options/settings_options.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "base/yaml/node_reader.hpp"
#include "base/yaml/problems.hpp"
#include "harness/settings/rules_place.hpp"
#include "harness/settings/settings_policy.hpp"

namespace quern {
namespace {

/// The name of an option in files and variables; empty for arguments, and for what only prints and ends.
std::string setting_name(const CLI::Option& option) {
  if (option.get_lnames().empty()) return {};
  const std::string& name = option.get_lnames().front();
  return name == "help" || name == "version" ? std::string{} : name;
}

// --no-cpp is QUERN_NO_CPP.
std::string variable_name(std::string name) {
  for (char& c : name) c = c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return "QUERN_" + name;
}

bool is_section(const std::string& key) {
  const auto sections = Settings::sections();
  return std::find(sections.begin(), sections.end(), key) != sections.end();
}

CLI::Option* find_option(CLI::App& command, const std::string& name) {
  for (CLI::Option* option : command.get_options())
    if (setting_name(*option) == name) return option;
  return nullptr;
}

// What a value means where the file stands. A side of a check is a stored run here: an environment is a command.
std::string meant(const RulesPlace& file, const CLI::Option& option, const std::string& text) {
  const std::string name = setting_name(option);
  if (name == "waivers") return file.beside(text).name();
  if (name != "base" && name != "head") return text;
  if (text.starts_with("env:"))
    throw Error(ErrorKind::usage, fmt::format("'{}' may not name an environment in quern.yaml", name));
  return text.starts_with("run:") ? text : "run:" + text;
}

void set_option(CLI::Option& option, const YamlNode& value, const RulesPlace& file, Problems& problems) {
  if (option.count() > 0) return;  // the command line or the environment said it
  try {
    for (const YamlNode* item : read_list(value, "a value or a list of them", problems))
      if (const std::optional<Text> text = read_text(*item, problems))
        option.add_result(meant(file, option, text->text));
    if (option.count() > 0) option.run_callback();
  } catch (const CLI::Error& error) {
    problems.add(value.place, error.what());
  } catch (const Error& error) {
    problems.add(value.place, error.what(), error.hint());
  }
}

class SettingsReader {
 public:
  SettingsReader(CLI::App& app, const RulesPlace& file, Problems& problems)
      : app_(app), file_(file), problems_(problems) {
    for (const CLI::App* command : app.get_subcommands({})) note(*command);
  }

  void apply(const YamlNode& root) {
    if (root.kind == YamlNode::Kind::null) return;  // a file of comments
    if (root.kind != YamlNode::Kind::map) {
      report_type(root, "a map of options", problems_);
      return;
    }
    // A command's own section wins over what is said for all, wherever it stands in the file.
    for (const YamlEntry& entry : root.entries)
      if (commands_.contains(entry.key.text.text)) apply_section(entry);
    for (const YamlEntry& entry : root.entries) {
      const std::string& key = entry.key.text.text;
      if (!is_section(key) && !commands_.contains(key)) apply_to(used_command(), entry, options_, "quern.yaml");
    }
  }

 private:
  void note(const CLI::App& command) {
    commands_.insert(command.get_name());
    for (const CLI::Option* option : command.get_options())
      if (const std::string name = setting_name(*option); !name.empty()) {
        options_.insert(name);
        const std::string reason = reason_not_settable(name, option->get_type_name());
        if (!reason.empty()) refused_[name] = reason;
      }
  }

  CLI::App& used_command() { return *app_.get_subcommands().front(); }

  void apply_section(const YamlEntry& section) {
    CLI::App& command = *app_.get_subcommand(section.key.text.text);
    if (section.value.kind != YamlNode::Kind::map) report_type(section.value, "a map of options", problems_);
    std::set<std::string> known;
    for (const CLI::Option* option : command.get_options()) known.insert(setting_name(*option));
    known.erase("");
    for (const YamlEntry& entry : section.value.entries) apply_to(command, entry, known, command.get_name());
  }

  void apply_to(CLI::App& command, const YamlEntry& entry, const std::set<std::string>& known, const std::string& of) {
    const std::string& name = entry.key.text.text;
    if (!known.contains(name)) {
      std::set<std::string> all = known;
      if (of == "quern.yaml") all.insert(commands_.begin(), commands_.end());
      if (of == "quern.yaml") all.insert(Settings::sections().begin(), Settings::sections().end());
      const std::vector<std::string_view> words(all.begin(), all.end());
      problems_.add(entry.key.place, fmt::format("unknown key '{}' in {}", name, of), suggest(name, words));
    } else if (const auto refused = refused_.find(name); refused != refused_.end()) {
      problems_.add(entry.key.place, fmt::format("'{}' may not stand in quern.yaml: {}", name, refused->second),
                    fmt::format("give --{}, or set {}", name, variable_name(name)));
    } else if (CLI::Option* option = find_option(command, name); option != nullptr && command.parsed()) {
      set_option(*option, entry.value, file_, problems_);
    }
  }

  CLI::App& app_;
  const RulesPlace& file_;
  Problems& problems_;
  std::set<std::string> commands_;
  std::set<std::string> options_;
  std::map<std::string, std::string> refused_;  // options that it may not set, and why
};

// As on the command line, where CLI11 takes lists apart.
void add_text(CLI::Option& option, const std::string& text) {
  const char delimiter = option.get_delimiter();
  if (delimiter == '\0') {
    option.add_result(text);
    return;
  }
  std::istringstream items(text);
  for (std::string item; std::getline(items, item, delimiter);) option.add_result(item);
}

// Not by CLI11: its releases differ in what they do with a variable that holds a list, or that the option refuses. Some
// take a list for one value, and some pass over both without a word.
void set_from_variables(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    const std::string name = setting_name(*option);
    const char* const text = name.empty() ? nullptr : std::getenv(variable_name(name).c_str());
    if (option->count() > 0 || text == nullptr || *text == '\0') continue;
    add_text(*option, text);
    option->run_callback();
  }
}

// A check can be told whose rules are in force; all else that they say is in force with them.
std::string rules_given(CLI::App& command) {
  const CLI::Option* const option = find_option(command, "rules");
  return option == nullptr || option->count() == 0 ? "" : option->as<std::string>();
}

}  // namespace

void name_environment_variables(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands({})) {
    for (CLI::Option* option : command->get_options()) {
      const std::string name = setting_name(*option);
      if (!name.empty()) option->envname(variable_name(name));
    }
  }
}

Settings apply_settings(CLI::App& app) {
  set_from_variables(*app.get_subcommands().front());
  Settings settings(rules_given(*app.get_subcommands().front()));
  if (settings.place()) SettingsReader(app, *settings.place(), settings.problems()).apply(settings.root());
  settings.problems().throw_if_any();
  return settings;
}

}  // namespace quern
