// SPDX-License-Identifier: Apache-2.0
#include "expand/ops/yaml_operators.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/yaml/node_json.hpp"
#include "expand/ops/spec_check.hpp"
#include "expand/ops/tensor_text.hpp"

namespace quern {
namespace {

using SpecJson = nlohmann::ordered_json;

// A list is `args`; a map has `args` and `kwargs`.
bool check_call(const YamlNode& call, Problems& problems) {
  if (call.kind == YamlNode::Kind::sequence) return true;
  const bool known = call.kind == YamlNode::Kind::map &&
                     std::all_of(call.entries.begin(), call.entries.end(), [](const YamlEntry& entry) {
                       const bool args = entry.key.text.text == "args" && entry.value.kind == YamlNode::Kind::sequence;
                       return args || (entry.key.text.text == "kwargs" && entry.value.kind == YamlNode::Kind::map);
                     });
  if (!known)
    problems.add(call.place, "this is no call",
                 "write [\"f32[4, 4]\", 1] or {args: [\"f32[4, 4]\"], kwargs: {alpha: 2}}");
  return known;
}

std::vector<YamlNode> read_calls(const YamlNode& node, Problems& problems) {
  std::vector<YamlNode> calls;
  if (node.kind != YamlNode::Kind::sequence || node.items.empty())
    report_type(node, "a list of calls, one at least", problems);
  for (const YamlNode& call : node.items)
    if (check_call(call, problems)) calls.push_back(call);
  return calls;
}

class CallBinder {
 public:
  CallBinder(std::span<const Choice> choices, bool grad, Problems& problems)
      : choices_(choices), grad_(grad), problems_(problems) {}

  SpecJson call(const YamlNode& node) {
    SpecJson spec = SpecJson::object();
    if (node.kind == YamlNode::Kind::sequence) return {{"args", list(node)}};
    for (const YamlEntry& entry : node.entries)
      if (entry.key.text.text == "args")
        spec["args"] = list(entry.value);
      else
        for (const YamlEntry& keyword : entry.value.entries)
          spec["kwargs"][keyword.key.text.text] = argument(keyword.value);
    return spec;
  }

 private:
  SpecJson list(const YamlNode& node) {
    SpecJson items = SpecJson::array();
    for (const YamlNode& item : node.items) items.push_back(argument(item));
    return items;
  }

  SpecJson argument(const YamlNode& node) {
    switch (node.kind) {
      case YamlNode::Kind::null:
        return {{"type", "none"}};
      case YamlNode::Kind::sequence:
        return {{"type", "genericlist"}, {"value", list(node)}};
      case YamlNode::Kind::map:
        return written_out(node);
      case YamlNode::Kind::scalar:
        break;
    }
    return scalar(node);
  }

  // An axis that is the whole text stands for its value as if that were written there.
  SpecJson scalar(const YamlNode& node) {
    const std::string text = substitute(node.text.text, choices_, Language::cpp);
    const bool axis_alone = node.text.text.starts_with('{') && !axis_uses(node.text.text).empty();
    if (node.plain || axis_alone)
      if (const auto value = plain_value(text)) return plain(*value);
    if (looks_like_tensor(text)) return tensor_argument(text, grad_, node.place, problems_);
    return {{"type", "str"}, {"value", text}};
  }

  static SpecJson plain(const SpecJson& value) {
    const char* const type = value.is_boolean() ? "bool" : value.is_number_integer() ? "int" : "float";
    return {{"type", type}, {"value", value}};
  }

  SpecJson written_out(const YamlNode& node) {
    const std::size_t before = problems_.size();
    check_argument(node, problems_);
    return problems_.size() == before ? json_of(node) : SpecJson{{"type", "none"}};
  }

  std::span<const Choice> choices_;
  bool grad_;
  Problems& problems_;
};

void collect(const YamlNode& node, std::vector<const YamlNode*>& texts) {
  if (node.kind == YamlNode::Kind::scalar) texts.push_back(&node);
  for (const YamlNode& item : node.items) collect(item, texts);
  for (const YamlEntry& entry : node.entries) collect(entry.value, texts);
}

}  // namespace

GroupedOperator read_yaml_operator(const std::string& name, const MapReader& map, Problems& problems) {
  GroupedOperator found;
  found.name = name;
  found.form = GroupedOperator::Form::yaml;
  if (const YamlNode* autograd = map.find("autograd")) found.autograd = read_bool(*autograd, problems).value_or(false);
  OperatorConfig config;
  if (const YamlNode* build = map.find("build")) config.builds = read_calls(*build, problems);
  if (const YamlNode* input = map.find("input"))
    config.inputs = read_calls(*input, problems);
  else if (map.all_known())
    problems.add(map.place(), "an operator without input", "give it a list of calls: input: [[\"f32[4, 4]\"]]");
  found.configs.push_back(std::move(config));
  return found;
}

std::vector<const YamlNode*> texts_of(const YamlNode& call) {
  std::vector<const YamlNode*> texts;
  collect(call, texts);
  return texts;
}

nlohmann::ordered_json bind_call(const YamlNode& call, std::span<const Choice> choices, bool grad, Problems& problems) {
  return CallBinder(choices, grad, problems).call(call);
}

}  // namespace quern
