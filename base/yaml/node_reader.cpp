// SPDX-License-Identifier: Apache-2.0
#include "base/yaml/node_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/nearest.hpp"

namespace quern {
namespace {

std::string describe(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::null:
      return "nothing";
    case YamlNode::Kind::sequence:
      return node.items.empty() ? "an empty list" : "a list";
    case YamlNode::Kind::map:
      return "a map";
    case YamlNode::Kind::scalar:
      break;
  }
  constexpr std::size_t kShown = 30;
  const std::string& text = node.text.text;
  return text.size() > kShown || text.find('\n') != std::string::npos ? "text" : fmt::format("'{}'", text);
}

// Numbers and booleans: in quotes they are text.
void report_value(const YamlNode& node, std::string_view expected, Problems& problems) {
  const bool quoted = node.kind == YamlNode::Kind::scalar && !node.plain;
  problems.add(node.place, fmt::format("expected {}, found {}{}", expected, quoted ? "the text " : "", describe(node)),
               quoted ? "write it without quotes" : "");
}

}  // namespace

void report_type(const YamlNode& node, std::string_view expected, Problems& problems) {
  problems.add(node.place, fmt::format("expected {}, found {}", expected, describe(node)));
}

MapReader::MapReader(const YamlNode& node, const KeySet& keys, Problems& problems) : node_(node) {
  if (!valid() || node.entries.empty()) {
    const std::string found = valid() ? "an empty map" : describe(node);
    problems.add(node.place, fmt::format("expected a map with the keys of {}, found {}", keys.of, found),
                 suggest("", keys.keys));
    return;
  }
  for (const YamlEntry& entry : node.entries) {
    const std::string& key = entry.key.text.text;
    if (std::find(keys.keys.begin(), keys.keys.end(), key) != keys.keys.end()) continue;
    all_known_ = false;
    problems.add(entry.key.place, fmt::format("unknown key '{}' in {}", key, keys.of), suggest(key, keys.keys));
  }
}

const YamlNode* MapReader::find(std::string_view key) const {
  const auto entry = std::find_if(node_.entries.begin(), node_.entries.end(),
                                  [&](const YamlEntry& candidate) { return candidate.key.text.text == key; });
  return entry == node_.entries.end() ? nullptr : &entry->value;
}

std::optional<Text> read_text(const YamlNode& node, Problems& problems) {
  const bool blank = node.text.text.find_first_not_of(" \n\t\r") == std::string::npos;
  if (node.kind == YamlNode::Kind::scalar && !blank) return node.text;
  if (node.kind == YamlNode::Kind::scalar)
    problems.add(node.place, "expected text, found an empty one", "leave the key out if there is nothing to say");
  else
    report_type(node, "text", problems);
  return std::nullopt;
}

std::optional<bool> read_bool(const YamlNode& node, Problems& problems) {
  if (node.kind == YamlNode::Kind::scalar && node.plain && node.text.text == "true") return true;
  if (node.kind == YamlNode::Kind::scalar && node.plain && node.text.text == "false") return false;
  report_value(node, "true or false", problems);
  return std::nullopt;
}

std::optional<int> read_int(const YamlNode& node, Problems& problems) {
  const std::string& text = node.text.text;
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  if (node.kind == YamlNode::Kind::scalar && node.plain && whole) return value;
  report_value(node, "a whole number", problems);
  return std::nullopt;
}

std::vector<const YamlNode*> read_list(const YamlNode& node, std::string_view expected, Problems& problems) {
  std::vector<const YamlNode*> items;
  if (node.kind == YamlNode::Kind::scalar) items.push_back(&node);
  for (const YamlNode& item : node.items) items.push_back(&item);
  if (!items.empty()) return items;
  if (node.kind == YamlNode::Kind::sequence)
    problems.add(node.place, fmt::format("expected {}, found an empty list", expected));
  else
    report_type(node, expected, problems);
  return items;
}

}  // namespace quern
