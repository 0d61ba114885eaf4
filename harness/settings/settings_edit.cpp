// SPDX-License-Identifier: Apache-2.0
#include "harness/settings/settings_edit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/replaced_file.hpp"
#include "base/yaml/problems.hpp"
#include "base/yaml/yaml_reader.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSection = "environments";
constexpr std::size_t kUsualStep = 2;

// Plain where nobody can take it for anything but text, else in the quotes that need the fewest escapes.
std::string yaml_text(const std::string& text) {
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string_view("._-/+=").find(c) != std::string::npos;
  };
  const auto is_control = [](char c) { return std::iscntrl(static_cast<unsigned char>(c)) != 0; };
  const bool word = !text.empty() && text.find("  ") == std::string::npos && text.back() != ' ' &&
                    (std::isalpha(static_cast<unsigned char>(text.front())) != 0 || text.front() == '/') &&
                    std::all_of(text.begin(), text.end(), [&](char c) { return is_plain(c) || c == ' '; });
  constexpr std::array<std::string_view, 3> kNothing = {"null", "Null", "NULL"};
  if (word && std::find(kNothing.begin(), kNothing.end(), text) == kNothing.end()) return text;
  const bool escapes = std::any_of(text.begin(), text.end(), is_control);
  std::string quoted;
  for (const char c : text) {
    if (escapes && is_control(c))
      quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else if (escapes ? c == '"' || c == '\\' : c == '\'')
      quoted += fmt::format("{}{}", escapes ? '\\' : '\'', c);
    else
      quoted += c;
  }
  return escapes ? '"' + quoted + '"' : '\'' + quoted + '\'';
}

struct Layout {
  std::size_t section = 0;        // how far `environments` is indented
  std::size_t name = kUsualStep;  // the names in it
  std::size_t step = kUsualStep;  // what is in them, from there
  std::string line_break = "\n";
};

std::vector<std::string> lines_of(const EnvironmentSpec& spec, const Layout& layout) {
  const std::string indent(layout.name, ' ');
  const std::string inner(layout.name + layout.step, ' ');
  EnvironmentSpec only_source;
  only_source.name = spec.name;
  only_source.source = spec.source;
  only_source.folder = spec.folder;
  if (spec == only_source) return {fmt::format("{}{}: {}", indent, yaml_text(spec.name), yaml_text(spec.source))};
  std::vector<std::string> lines = {fmt::format("{}{}:", indent, yaml_text(spec.name))};
  const auto add = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) lines.push_back(fmt::format("{}{}: {}", inner, key, yaml_text(value)));
  };
  add("source", spec.source);
  add("torch_root", spec.torch_root);
  if (!spec.launcher.empty()) lines.push_back(inner + "launcher:");
  for (const std::string& word : spec.launcher) lines.push_back(fmt::format("{}- {}", inner, yaml_text(word)));
  add("cxx", spec.cxx);
  add("python", spec.python);
  if (!spec.variables.empty()) lines.push_back(inner + "variables:");
  for (const auto& [name, value] : spec.variables)
    lines.push_back(fmt::format("{}{}{}: {}", inner, std::string(layout.step, ' '), name, yaml_text(value)));
  return lines;
}

/// One quern.yaml as text and as a tree, and where something can be put into it.
class SettingsText {
 public:
  SettingsText(const std::string& name, const std::string& text) : source_(name, text) {
    if (std::optional<YamlNode> root = read_yaml(source_, problems_)) root_ = std::move(*root);
    const std::size_t end = text.find('\n');
    if (end != std::string::npos && end > 0 && text[end - 1] == '\r') layout_.line_break = "\r\n";
    if (root_.kind == YamlNode::Kind::map && !root_.entries.empty())
      layout_.section = indent_of(root_.entries.front().key);
    layout_.name = layout_.section + kUsualStep;
    if (const YamlEntry* found = section(); found != nullptr && !found->value.entries.empty()) {
      layout_.name = indent_of(found->value.entries.front().key);
      if (layout_.name > layout_.section) layout_.step = layout_.name - layout_.section;
    }
  }

  [[nodiscard]] std::vector<EnvironmentSpec> environments() const {
    Problems problems = problems_;
    const YamlEntry* found = section();
    std::vector<EnvironmentSpec> read;
    if (found != nullptr) read = read_environments(found->value, problems, {});
    problems.throw_if_any();
    return read;
  }

  [[nodiscard]] std::string with(const EnvironmentSpec& spec) const {
    std::vector<std::string> lines = lines_of(spec, layout_);
    if (section() == nullptr)
      lines.insert(lines.begin(), fmt::format("{}{}:", std::string(layout_.section, ' '), kSection));
    std::string added;
    for (const std::string& line : lines) added += line + layout_.line_break;
    std::string text = source_.text();
    const std::size_t at = offset_of(section() == nullptr ? line_count() + 1 : line_behind_section());
    const bool open_line = at > 0 && text[at - 1] != '\n';  // the last line, without a line break
    return text.insert(at, (open_line ? layout_.line_break : "") + added);
  }

 private:
  static std::size_t indent_of(const YamlNode& node) { return static_cast<std::size_t>(node.place.column - 1); }

  [[nodiscard]] const YamlEntry* section() const {
    for (const YamlEntry& entry : root_.entries)
      if (entry.key.text.text == kSection) return &entry;
    return nullptr;
  }

  [[nodiscard]] int line_count() const {
    const std::string& text = source_.text();
    const bool open_line = !text.empty() && text.back() != '\n';
    return static_cast<int>(std::count(text.begin(), text.end(), '\n')) + (open_line ? 1 : 0);
  }

  // The line after the last one that is the section's: comments and blank lines below it stay with what follows.
  [[nodiscard]] int line_behind_section() const {
    const int first = section()->key.place.line;
    int end = line_count() + 1;
    for (const YamlEntry& entry : root_.entries)
      if (entry.key.place.line > first) end = std::min(end, entry.key.place.line);
    while (end > first + 1 && !belongs_to_section(source_.line(end - 1))) --end;
    return end;
  }

  [[nodiscard]] bool belongs_to_section(std::string_view line) const {
    const std::size_t begin = line.find_first_not_of(" \t\r");
    return begin != std::string_view::npos && (line[begin] != '#' || begin >= layout_.name);
  }

  [[nodiscard]] std::size_t offset_of(int line) const {
    std::size_t at = 0;
    for (int i = 1; i < line; ++i) at = std::min(source_.text().find('\n', at), source_.text().size() - 1) + 1;
    return at;
  }

  Source source_;
  Problems problems_;
  YamlNode root_;
  Layout layout_;
};

// Texts that YAML lets one write in many ways are not all understood here: what would be written is read again.
std::string checked_text(const fs::path& file, const std::string& before, const EnvironmentSpec& spec) {
  const SettingsText settings(file.string(), before);
  std::vector<EnvironmentSpec> expected = settings.environments();
  for (const EnvironmentSpec& known : expected)
    if (known.name == spec.name)
      throw Error(ErrorKind::usage, fmt::format("there is an environment '{}' in '{}'", spec.name, file.string()),
                  "choose another name, or change it there");
  const std::string alone = SettingsText("", "").with(spec);
  expected.push_back(SettingsText("what was given", alone).environments().at(0));
  std::string after = settings.with(spec);
  bool same = false;
  try {
    same = SettingsText(file.string(), after).environments() == expected;
  } catch (const Error&) {
    same = false;
  }
  if (!same)
    throw Error(ErrorKind::usage, fmt::format("cannot add to '{}' without rewriting it", file.string()),
                fmt::format("write '{}:' without braces, and each environment on lines of its own below it", kSection));
  return after;
}

}  // namespace

void add_environment(const fs::path& settings_file, const EnvironmentSpec& spec) {
  std::string before;
  try {
    if (fs::exists(settings_file)) before = read_file(settings_file, kLargestYaml + 1);
  } catch (const std::runtime_error& error) {
    throw Error(ErrorKind::usage, fmt::format("cannot read '{}': {}", settings_file.string(), error.what()));
  }
  // A link to one's own file stays one: search_settings() looked at both ends.
  std::error_code ignored;
  const fs::path target = fs::canonical(settings_file, ignored);
  replace_file(target.empty() ? settings_file : target, checked_text(settings_file, before, spec));
}

}  // namespace quern
