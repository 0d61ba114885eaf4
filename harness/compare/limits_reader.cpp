// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <string_view>
#include <vector>

#include "base/yaml/key_set.hpp"
#include "base/yaml/node_reader.hpp"
#include "harness/compare/check_reader.hpp"
#include "harness/compare/rule_nodes.hpp"
#include "harness/model/metrics.hpp"

namespace quern {
namespace {

// Quartiles of fewer say nothing.
constexpr int kFewestChanges = 4;

constexpr const char* kOff = "off";

std::vector<std::string_view> rule_words() {
  std::vector<std::string_view> words = {"match", "tag"};
  for (const Metric& metric : known_metrics()) words.push_back(metric.name);
  return words;
}

constexpr std::array<std::string_view, 2> kAdaptiveWords = {"changes", "floor"};
constexpr KeySet kAdaptiveKeys{"adaptive_limits", kAdaptiveWords};

bool is_word(const YamlNode& node, std::string_view word) {
  return node.kind == YamlNode::Kind::scalar && node.text.text == word;
}

void read_metric(const YamlNode& node, std::string_view name, LimitRule& rule, Problems& problems) {
  std::optional<Limit> limit;
  if (!is_word(node, kOff)) {
    limit = read_limit(node, "write '0.2%', '50', '0.2% | 50' or 'off'", problems);
    if (!limit) return;
  }
  rule.metrics[std::string(name)] = limit;
}

std::optional<LimitRule> read_rule(const YamlNode& node, Problems& problems) {
  const std::size_t before = problems.size();
  const std::vector<std::string_view> words = rule_words();
  const MapReader map(node, {"a limit", words}, problems);
  LimitRule rule;
  rule.where = to_origin(node.place);
  if (const YamlNode* match = map.find("match")) {
    if (std::optional<Pattern> pattern = read_pattern(*match, problems)) {
      rule.match = pattern->text();
      rule.pattern = std::move(*pattern);
    }
  }
  if (const YamlNode* tags = map.find("tag"))
    for (const YamlNode* item : read_list(*tags, "a tag or a list of them", problems))
      if (const std::optional<Text> text = read_text(*item, problems)) rule.tags.push_back(text->text);
  for (const Metric& metric : known_metrics())
    if (const YamlNode* value = map.find(metric.name)) read_metric(*value, metric.name, rule, problems);
  if (problems.size() == before && rule.metrics.empty())
    problems.add(node.place, "this limit names no metric", "add one, such as 'ir: 0.2%'");
  return problems.size() == before ? std::optional(std::move(rule)) : std::nullopt;
}

void read_floor(const YamlNode& node, AdaptiveLimits& adaptive, Problems& problems) {
  const std::string hint = "write '0.2%', '50' or '0.2% | 50'";
  const std::optional<Limit> floor = read_limit(node, hint, problems);
  if (!floor) return;
  // What a history asks for is a percentage; the lesser of it and a number would not follow the history any more.
  if (floor->both) problems.add(node.place, "a floor cannot be the lesser of two", hint);
  adaptive.floor = *floor;
}

}  // namespace

void read_limits(const YamlNode& section, CheckRules& rules, Problems& problems) {
  if (section.kind == YamlNode::Kind::null) return;  // all of them commented out
  if (section.kind != YamlNode::Kind::sequence) report_type(section, "a list of limits", problems);
  for (const YamlNode& item : section.items)
    if (std::optional<LimitRule> rule = read_rule(item, problems)) rules.limits.push_back(std::move(*rule));
}

void read_adaptive_limits(const YamlNode& section, CheckRules& rules, Problems& problems) {
  if (section.kind == YamlNode::Kind::scalar) {
    rules.adaptive.on = false;
    if (!is_word(section, kOff)) report_type(section, "a map, or 'off'", problems);
    return;
  }
  const MapReader map(section, kAdaptiveKeys, problems);
  if (const YamlNode* node = map.find("changes")) {
    const std::optional<int> changes = read_int(*node, problems);
    if (changes && *changes < kFewestChanges)
      problems.add(node->place, fmt::format("{} changes are too few for quartiles", *changes),
                   fmt::format("take {} or more", kFewestChanges));
    else if (changes)
      rules.adaptive.changes = static_cast<std::size_t>(*changes);
  }
  if (const YamlNode* node = map.find("floor")) read_floor(*node, rules.adaptive, problems);
}

}  // namespace quern
