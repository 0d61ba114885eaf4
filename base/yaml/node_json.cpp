// SPDX-License-Identifier: Apache-2.0
#include "base/yaml/node_json.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace quern {
namespace {

template <typename Number>
std::optional<Number> whole_text_as(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

bool is_whole_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::optional<nlohmann::ordered_json> plain_value(std::string_view text) {
  if (text == "true" || text == "false") return text == "true";
  if (const auto whole = whole_text_as<std::int64_t>(text)) return *whole;
  if (is_whole_number(text)) return std::nullopt;
  const auto number = whole_text_as<double>(text);
  if (number && std::isfinite(*number)) return *number;
  return std::nullopt;
}

nlohmann::ordered_json json_of(const YamlNode& node) {
  nlohmann::ordered_json json;
  switch (node.kind) {
    case YamlNode::Kind::null:
      break;
    case YamlNode::Kind::scalar:
      json = node.text.text;
      if (node.plain)
        if (auto value = plain_value(node.text.text)) json = std::move(*value);
      break;
    case YamlNode::Kind::sequence:
      json = nlohmann::ordered_json::array();
      for (const YamlNode& item : node.items) json.push_back(json_of(item));
      break;
    case YamlNode::Kind::map:
      json = nlohmann::ordered_json::object();
      for (const YamlEntry& entry : node.entries) json[entry.key.text.text] = json_of(entry.value);
      break;
  }
  return json;
}

}  // namespace quern
