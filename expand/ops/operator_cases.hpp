// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/yaml/problems.hpp"
#include "expand/axes.hpp"
#include "expand/case/operator_call.hpp"
#include "expand/ops/operator_config.hpp"

namespace quern {

/// One call of an operator, and what its label has after the operator's.
struct OperatorVariant {
  std::vector<std::string> label;
  OperatorCall body;
};

using OnVariant = std::function<void(OperatorVariant)>;

/// How many calls a config in PARAM's form stands for.
std::size_t count_calls(const GroupedOperator& grouped);

/// Every call of a config in PARAM's form, in PARAM's order.
void for_each_call(const GroupedOperator& grouped, std::uint64_t seed, const OnVariant& use);

/// One build and one input of the short form.
struct YamlCall {
  std::size_t build_number = 0;
  std::size_t input_number = 0;
  const YamlNode* build = nullptr;  // null: there is none
  const YamlNode* input = nullptr;
};

/// All of them, inputs innermost.
std::vector<YamlCall> yaml_calls(const GroupedOperator& grouped);

/// The call with the choices of its axes, which become part of its label and of its id.
OperatorVariant bind_variant(const GroupedOperator& grouped, const YamlCall& call, std::span<const Choice> choices,
                             Problems& problems);

}  // namespace quern
