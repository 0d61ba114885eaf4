// SPDX-License-Identifier: Apache-2.0
#include "expand/axes_reader.hpp"
#include "expand/keys.hpp"
#include "expand/label.hpp"

#include <fmt/format.h>

#include <unordered_set>
#include <utility>

namespace quern {
namespace {

constexpr std::string_view kExpected = "a list of values, or a map of named ones";

struct Draft {
  Axis axis;
  std::unordered_set<std::string> labels;  // of its values
};

void add_value(Draft& draft, AxisValue value, const Place& place, Problems& problems) {
  if (draft.labels.insert(value.label).second)
    draft.axis.values.push_back(std::move(value));
  else
    problems.add(place, fmt::format("axis '{}' repeats '{}'", draft.axis.name, value.label));
}

void read_listed(const YamlNode& item, Draft& draft, Problems& problems) {
  const std::optional<Text> text = read_text(item, problems);
  if (!text) return;
  if (text->text.find_first_of("/:\n") != std::string::npos)
    problems.add(item.place, fmt::format("value '{}' cannot stand in an id", text->text),
                 fmt::format("name it: {}: {{name: value}}", draft.axis.name));
  else if (check_label(text->text, item.place, problems))
    add_value(draft, {text->text, text->text, text->text}, item.place, problems);
}

// A named value is one text for both languages, or one for each.
void read_named(const YamlEntry& entry, Draft& draft, Problems& problems) {
  AxisValue value{entry.key.text.text, {}, {}};
  if (!check_label(value.label, entry.key.place, problems)) return;
  if (entry.value.kind == YamlNode::Kind::map) {
    const MapReader map(entry.value, kLanguageKeys, problems);
    if (const YamlNode* py = map.find("py")) value.py = read_text(*py, problems).value_or(Text{}).text;
    if (const YamlNode* cpp = map.find("cpp")) value.cpp = read_text(*cpp, problems).value_or(Text{}).text;
  } else {
    value.py = value.cpp = read_text(entry.value, problems).value_or(Text{}).text;
  }
  add_value(draft, std::move(value), entry.key.place, problems);
}

Axis read_axis(const YamlEntry& entry, Problems& problems) {
  Draft draft{{entry.key.text.text, entry.key.place, {}}, {}};
  const Axis& axis = draft.axis;
  if (!is_identifier(axis.name))
    problems.add(axis.place, fmt::format("axis name '{}' is not an identifier", axis.name),
                 "letters, digits and '_', so that {name} can stand in code");
  if (entry.value.kind == YamlNode::Kind::map && !entry.value.entries.empty()) {
    for (const YamlEntry& named : entry.value.entries) read_named(named, draft, problems);
    return std::move(draft.axis);
  }
  for (const YamlNode* item : read_list(entry.value, kExpected, problems)) read_listed(*item, draft, problems);
  return std::move(draft.axis);
}

}  // namespace

std::vector<Axis> read_axes(const YamlNode& node, Problems& problems) {
  std::vector<Axis> axes;
  if (node.kind != YamlNode::Kind::map || node.entries.empty())
    report_type(node, "a map of axis names to lists", problems);
  for (const YamlEntry& entry : node.entries) axes.push_back(read_axis(entry, problems));
  return axes;
}

}  // namespace quern
