// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/environment_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <sstream>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "base/yaml/key_set.hpp"
#include "base/yaml/node_reader.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> kEnvironmentWords = {"source", "torch_root", "launcher",
                                                               "cxx",    "python",     "variables"};
constexpr KeySet kEnvironmentKeys{"an environment", kEnvironmentWords};

bool is_alphanumeric(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

bool is_name_character(char c) { return is_alphanumeric(c) || c == '.' || c == '_' || c == '-'; }

bool looks_like_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_name_character);
}

bool is_identifier(std::string_view name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
         std::all_of(name.begin(), name.end(), [](char c) { return is_alphanumeric(c) || c == '_'; });
}

std::vector<std::string> split_at_blanks(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

class EnvironmentReader {
 public:
  EnvironmentReader(Problems& problems, const fs::path& folder)
      : problems_(problems), folder_((fs::current_path() / folder).lexically_normal()) {}

  EnvironmentSpec read(const YamlEntry& entry) {
    EnvironmentSpec spec;
    spec.name = entry.key.text.text;
    spec.folder = folder_;
    if (!is_environment_name(spec.name))
      problems_.add(entry.key.place, fmt::format("'{}' cannot be the name of an environment", spec.name),
                    "use letters, digits, '.', '_' and '-'");
    // What runs without being named would be the file's choice, not that of whoever starts quern.
    if (spec.name == EnvironmentSpec{}.name)
      problems_.add(entry.key.place, fmt::format("'{}' is where quern is started", spec.name),
                    "choose another name, and give it by --env or QUERN_ENV");
    if (entry.value.kind == YamlNode::Kind::scalar)
      read_into(spec.source, &entry.value);
    else
      read_map(entry.value, spec);
    return spec;
  }

 private:
  void read_map(const YamlNode& node, EnvironmentSpec& spec) {
    const MapReader map(node, kEnvironmentKeys, problems_);
    if (!map.valid()) return;
    read_into(spec.source, map.find("source"));
    read_into(spec.torch_root, map.find("torch_root"));
    read_into(spec.cxx, map.find("cxx"));
    read_into(spec.python, map.find("python"));
    if (!spec.torch_root.empty()) spec.torch_root = from_folder(spec.torch_root);
    for (std::string* program : {&spec.cxx, &spec.python})
      if (program->find('/') != std::string::npos) *program = from_folder(*program);  // else it is one of PATH
    if (const YamlNode* launcher = map.find("launcher")) spec.launcher = read_launcher(*launcher);
    if (const YamlNode* variables = map.find("variables")) spec.variables = read_variables(*variables);
  }

  void read_into(std::string& target, const YamlNode* node) {
    if (node == nullptr) return;
    if (const std::optional<Text> text = read_text(*node, problems_)) target = text->text;
  }

  [[nodiscard]] std::string from_folder(const std::string& path) const {
    return (folder_ / path).lexically_normal().string();
  }

  std::vector<std::string> read_launcher(const YamlNode& node) {
    std::vector<std::string> words;
    for (const YamlNode* item : read_list(node, "a command, or a list of its words", problems_))
      if (const std::optional<Text> text = read_text(*item, problems_)) words.push_back(text->text);
    return node.kind == YamlNode::Kind::scalar && !words.empty() ? split_at_blanks(words.front()) : words;
  }

  std::map<std::string, std::string> read_variables(const YamlNode& node) {
    std::map<std::string, std::string> variables;
    if (node.kind != YamlNode::Kind::map) report_type(node, "a map of variables", problems_);
    for (const YamlEntry& entry : node.entries) {
      const std::string& name = entry.key.text.text;
      if (const std::string reason = refused_variable(name); !reason.empty())
        problems_.add(entry.key.place, reason);
      else if (entry.value.kind != YamlNode::Kind::scalar)
        report_type(entry.value, "text", problems_);
      else
        variables[name] = entry.value.text.text;  // an empty one is a value too
    }
    return variables;
  }

  Problems& problems_;
  fs::path folder_;
};

[[noreturn]] void refuse_name(const std::string& name, const std::vector<EnvironmentSpec>& known) {
  std::vector<std::string_view> names = {"default"};
  for (const EnvironmentSpec& spec : known)
    if (spec.name != names.front()) names.emplace_back(spec.name);
  throw Error(ErrorKind::usage, fmt::format("unknown environment '{}'", name),
              suggest(name, names) + "; quern.yaml names them, and 'quern env add' or 'quern env fetch' adds one");
}

}  // namespace

std::size_t count_environments(const std::vector<EnvironmentGroup>& groups) {
  std::size_t count = 0;
  for (const EnvironmentGroup& group : groups) count += group.size();
  return count;
}

bool is_environment_name(std::string_view name) { return looks_like_name(name) && name.front() != '-'; }

std::string refused_variable(std::string_view name) {
  // What the loader is told decides which code runs; a worker's comes from its environment's LibTorch alone.
  constexpr std::array<std::string_view, 3> kPinned = {"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT"};
  if (std::find(kPinned.begin(), kPinned.end(), name) != kPinned.end())
    return fmt::format("the variable '{}' is pinned by quern", name);
  return is_identifier(name) ? "" : fmt::format("'{}' is not the name of a variable", name);
}

std::vector<EnvironmentSpec> read_environments(const YamlNode& section, Problems& problems, const fs::path& folder) {
  std::vector<EnvironmentSpec> environments;
  if (section.kind == YamlNode::Kind::null) return environments;  // all of them commented out
  if (section.kind != YamlNode::Kind::map) report_type(section, "a map of environments", problems);
  EnvironmentReader reader(problems, folder);
  for (const YamlEntry& entry : section.entries) environments.push_back(reader.read(entry));
  return environments;
}

EnvironmentSpec resolve_environment(const std::string& text, const std::vector<EnvironmentSpec>& known) {
  const std::string name = text.empty() ? EnvironmentSpec{}.name : text;
  for (const EnvironmentSpec& spec : known)
    if (spec.name == name) return spec;
  if (name == EnvironmentSpec{}.name) return {};
  if (looks_like_name(text)) refuse_name(text, known);
  EnvironmentSpec spec;
  spec.name = text;
  spec.source = text;
  return spec;
}

}  // namespace quern
