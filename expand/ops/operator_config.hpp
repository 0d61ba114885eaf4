// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/yaml/yaml_node.hpp"
#include "expand/ops/words.hpp"

namespace quern {

/// Some builds and some inputs of an operator, each a checked SPEC: every input is run with every build.
struct OperatorConfig {
  std::optional<std::vector<YamlNode>>
      builds;  // nothing: the operator needs no build; empty: a build without arguments
  std::vector<YamlNode> inputs;
};

/// Calls of one operator, as a file describes them.
struct GroupedOperator {
  enum class Form { param, yaml };
  std::string name;  // as written
  Form form = Form::param;
  ConfigIterator build_iterator = ConfigIterator::plain;
  ConfigIterator input_iterator = ConfigIterator::plain;
  std::vector<OperatorConfig> configs;
  bool autograd = false;  // forward_backward beside forward
};

/// The value of a key of a map node; null if it is not there or the node is no map.
const YamlNode* member(const YamlNode& map, std::string_view key);

}  // namespace quern
