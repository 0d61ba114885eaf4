// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/settings.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "expand/nearest.hpp"
#include "expand/node_reader.hpp"
#include "expand/problems.hpp"
#include "expand/suite.hpp"
#include "expand/yaml_reader.hpp"
#include "harness/compare/check_reader.hpp"
#include "harness/environment/environment_spec.hpp"
#include "worker/protocol/error.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

/// Keys that are sections of their own. They are only checked here: who needs one reads it again.
using CheckSection = void (*)(const YamlNode& section, const fs::path& folder, Problems& problems);

const std::map<std::string, CheckSection> kSections = {
    {"environments", [](const YamlNode& section, const fs::path& folder,
                        Problems& problems) { static_cast<void>(read_environments(section, problems, folder)); }},
    {"limits",
     [](const YamlNode& section, const fs::path&, Problems& problems) {
       CheckRules rules;
       read_limits(section, rules, problems);
     }},
    {"adaptive_limits", [](const YamlNode& section, const fs::path&, Problems& problems) {
       CheckRules rules;
       read_adaptive_limits(section, rules, problems);
     }}};

/// The name of an option in files and variables; empty for arguments, and for what only prints and ends.
std::string setting_name(const CLI::Option& option) {
  if (option.get_lnames().empty()) return {};
  const std::string& name = option.get_lnames().front();
  return name == "help" || name == "version" ? std::string{} : name;
}

CLI::Option* find_option(CLI::App& command, const std::string& name) {
  for (CLI::Option* option : command.get_options())
    if (setting_name(*option) == name) return option;
  return nullptr;
}

// The store is one for the whole project, wherever in it quern is started.
std::string seen_from(const fs::path& folder, const CLI::Option& option, const std::string& text) {
  return setting_name(option) == "store" && !text.empty() ? (folder / text).string() : text;
}

void set_option(CLI::Option& option, const YamlNode& value, const fs::path& folder, Problems& problems) {
  if (option.count() > 0) return;  // the command line or the environment said it
  try {
    for (const YamlNode* item : read_list(value, "a value or a list of them", problems))
      if (const std::optional<Text> text = read_text(*item, problems))
        option.add_result(seen_from(folder, option, text->text));
    if (option.count() > 0) option.run_callback();
  } catch (const CLI::Error& error) {
    problems.add(value.place, error.what());
  }
}

class SettingsReader {
 public:
  SettingsReader(CLI::App& app, const fs::path& folder, Problems& problems)
      : app_(app), folder_(folder), problems_(problems) {
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
      if (const auto section = kSections.find(entry.key.text.text); section != kSections.end())
        section->second(entry.value, folder_, problems_);
      else if (!commands_.contains(entry.key.text.text))
        apply_to(used_command(), entry, options_, "quern.yaml");
    }
  }

 private:
  void note(const CLI::App& command) {
    commands_.insert(command.get_name());
    for (const CLI::Option* option : command.get_options())
      if (const std::string name = setting_name(*option); !name.empty()) options_.insert(name);
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
      if (of == "quern.yaml")
        for (const auto& [section, check] : kSections) all.insert(section);
      const std::vector<std::string_view> words(all.begin(), all.end());
      problems_.add(entry.key.place, fmt::format("unknown key '{}' in {}", name, of), suggest(name, words));
    } else if (CLI::Option* option = find_option(command, name); option != nullptr && command.parsed()) {
      set_option(*option, entry.value, folder_, problems_);
    }
  }

  CLI::App& app_;
  const fs::path& folder_;
  Problems& problems_;
  std::set<std::string> commands_;
  std::set<std::string> options_;
};

std::string read_settings(const fs::path& file) {
  try {
    return read_file(file, kLargestYaml + 1);
  } catch (const std::runtime_error& error) {
    throw Error(ErrorKind::usage, fmt::format("cannot read '{}': {}", file.string(), error.what()));
  }
}

}  // namespace

void name_environment_variables(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands({})) {
    for (CLI::Option* option : command->get_options()) {
      std::string name = setting_name(*option);
      if (name.empty()) continue;
      for (char& c : name) c = c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      option->envname("QUERN_" + name);
    }
  }
}

fs::path find_settings(fs::path folder) {
  while (true) {
    std::error_code ignored;
    if (fs::exists(folder / "quern.yaml", ignored)) return folder / "quern.yaml";
    if (folder == folder.parent_path()) return {};
    folder = folder.parent_path();
  }
}

void apply_settings(CLI::App& app) {
  const fs::path file = find_settings(fs::current_path());
  if (file.empty()) return;
  const std::string shown = fs::relative(file).string();
  const Source source(shown, read_settings(shown));
  Problems problems;
  const fs::path folder = file.parent_path();
  if (const std::optional<YamlNode> root = read_yaml(source, problems))
    SettingsReader(app, folder, problems).apply(*root);
  problems.throw_if_any();
}

}  // namespace quern
