// SPDX-License-Identifier: Apache-2.0
#include "expand/ops/param_config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "base/nearest.hpp"
#include "base/yaml/node_reader.hpp"
#include "expand/label.hpp"
#include "expand/ops/operator_config.hpp"
#include "expand/ops/spec_check.hpp"

namespace quern {
namespace {

constexpr std::array<std::string_view, 5> kOperatorWords = {"build_iterator", "input_iterator", "build_data_generator",
                                                            "input_data_generator", "config"};
constexpr std::array<std::string_view, 2> kConfigWords = {"build", "input"};
constexpr KeySet kOperatorKeys{"an operator", kOperatorWords};
constexpr KeySet kConfigKeys{"a config", kConfigWords};

bool is_given(const YamlNode* node) { return node != nullptr && node->kind != YamlNode::Kind::null; }

class ParamReader {
 public:
  explicit ParamReader(Problems& problems) : problems_(problems) {}

  GroupedOperator read(const YamlEntry& entry) {
    GroupedOperator found;
    found.name = entry.key.text.text;
    const MapReader map(entry.value, kOperatorKeys, problems_);
    if (!map.valid() || entry.value.entries.empty()) return found;
    found.build_iterator = iterator(map.find("build_iterator"));
    found.input_iterator = iterator(map.find("input_iterator"));
    check_generator(map.find("build_data_generator"));
    check_generator(map.find("input_data_generator"));
    const YamlNode* const configs = map.find("config");
    if (configs == nullptr) {
      if (map.all_known()) problems_.add(entry.key.place, "an operator without a config", "give it a list of configs");
    } else if (configs->kind != YamlNode::Kind::sequence || configs->items.empty()) {
      report_type(*configs, "a list of configs, one at least", problems_);
    } else {
      for (const YamlNode& config : configs->items) read_config(config, found);
    }
    return found;
  }

 private:
  ConfigIterator iterator(const YamlNode* name) {
    if (!is_given(name)) return ConfigIterator::plain;
    if (const auto found = find_iterator(name->text.text)) return *found;
    problems_.add(name->place, fmt::format("unknown iterator '{}'", name->text.text),
                  suggest(name->text.text, iterator_names()));
    return ConfigIterator::range;  // so that what is written for it is not a mistake as well
  }

  void check_generator(const YamlNode* name) {
    const auto names = generator_names();
    if (is_given(name) && std::find(names.begin(), names.end(), name->text.text) == names.end())
      problems_.add(name->place, fmt::format("unknown data generator '{}'", name->text.text),
                    suggest(name->text.text, names));
  }

  void read_config(const YamlNode& node, GroupedOperator& found) {
    const MapReader map(node, kConfigKeys, problems_);
    if (!map.valid() || node.entries.empty()) return;
    OperatorConfig config;
    if (const YamlNode* build = map.find("build"); is_given(build)) config.builds = read_builds(*build, found);
    const YamlNode* const input = map.find("input");
    if (found.input_iterator == ConfigIterator::dummy)
      config.inputs.emplace_back();
    else if (input == nullptr && map.all_known())
      problems_.add(node.place, "a config without input", "give it a list of calls: {\"args\": […]}");
    else if (input != nullptr)
      config.inputs = read_inputs(*input, found);
    if (found.input_iterator == ConfigIterator::embedding && !config.builds)
      problems_.add(node.place, "this iterator needs the arguments of a build");
    found.configs.push_back(std::move(config));
  }

  std::vector<YamlNode> read_builds(const YamlNode& build, const GroupedOperator& of) {
    if (build.kind == YamlNode::Kind::map) {
      check_spec(build, of.build_iterator, problems_);
      return {build};
    }
    if (build.kind != YamlNode::Kind::sequence) report_type(build, "a list of builds", problems_);
    for (const YamlNode& spec : build.items) check_spec(spec, of.build_iterator, problems_);
    return build.items;
  }

  std::vector<YamlNode> read_inputs(const YamlNode& input, const GroupedOperator& of) {
    if (input.kind != YamlNode::Kind::sequence || input.items.empty())
      report_type(input, "a list of calls, one at least", problems_);
    for (const YamlNode& spec : input.items) check_spec(spec, of.input_iterator, problems_);
    return input.items;
  }

  Problems& problems_;
};

}  // namespace

std::string operator_label(std::string_view name) {
  std::string label(name.substr(0, name.find('(')));
  for (std::size_t at = label.find("::"); at != std::string::npos; at = label.find("::", at)) label.replace(at, 2, ".");
  std::replace(label.begin(), label.end(), ':', '.');
  std::replace(label.begin(), label.end(), '/', '_');
  return label;
}

bool is_param_config(const YamlNode& root) {
  return std::any_of(root.entries.begin(), root.entries.end(), [](const YamlEntry& entry) {
    return member(entry.value, "config") != nullptr || member(entry.value, "input_data_generator") != nullptr;
  });
}

Group read_param_config(const YamlNode& root, const std::string& label, Problems& problems) {
  Group group{label, root.place, {}, {}};
  std::unordered_set<std::string_view> names;
  for (const YamlEntry& entry : root.entries) {
    const std::size_t before = problems.size();
    const bool repeated = !names.insert(entry.key.text.text).second;  // reported as a duplicate key
    Definition definition{operator_label(entry.key.text.text), entry.key.place, {}, ParamReader(problems).read(entry)};
    check_label(definition.label, entry.key.place, problems);
    if (!repeated && problems.size() == before) group.members.emplace_back(std::move(definition));
  }
  return group;
}

}  // namespace quern
