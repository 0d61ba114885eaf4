// SPDX-License-Identifier: Apache-2.0
#include "expand/ops/operator_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "expand/ops/macros.hpp"
#include "expand/ops/yaml_operators.hpp"

namespace quern {
namespace {

using VariantJson = nlohmann::ordered_json;

constexpr const char* kNoBuild = "0";  // the id where there is none

/// The combinations of a list of SPECs, and their ids.
class SpecList {
 public:
  SpecList(const std::vector<YamlNode>& specs, ConfigIterator iterator)
      : counted_(iterator == ConfigIterator::range || iterator == ConfigIterator::embedding) {
    combinations_.reserve(specs.size());
    for (const YamlNode& spec : specs) combinations_.emplace_back(spec);
  }

  [[nodiscard]] std::size_t count() const {
    std::size_t all = 0;
    for (const SpecCombinations& spec : combinations_) all += spec.count();
    return std::min(all, SpecCombinations::kMostCombinations);
  }

  template <typename Use>
  void for_each(const Use& use) const {
    for (std::size_t i = 0; i < combinations_.size(); ++i)
      for (std::size_t n = 0; n < combinations_[i].count(); ++n)
        use(counted_ ? fmt::format("{}_{}", i, n) : std::to_string(i), combinations_[i], n);
  }

 private:
  bool counted_;
  std::vector<SpecCombinations> combinations_;
};

struct BuiltWith {
  std::string id;
  VariantJson spec;  // null: no build step
};

OperatorVariant make_variant(const std::string& name, const std::vector<std::string>& ids, const VariantJson& call) {
  return {ids, {name, fmt::format("{}|{}|{}", ids[0], ids[1], ids[2]), call.dump()}};
}

/// The calls of one config of an operator.
class ConfigCalls {
 public:
  ConfigCalls(const GroupedOperator& grouped, std::size_t number)
      : grouped_(grouped),
        config_(grouped.configs[number]),
        number_(std::to_string(number)),
        inputs_(config_.inputs, grouped.input_iterator),
        builds_(config_.builds.value_or(std::vector<YamlNode>{}), grouped.build_iterator) {}

  [[nodiscard]] std::size_t count() const {
    const std::size_t builds = std::max<std::size_t>(builds_.count(), 1);
    const std::size_t inputs = std::max<std::size_t>(inputs_.count(), 1);
    return inputs > SpecCombinations::kMostCombinations / builds ? SpecCombinations::kMostCombinations
                                                                 : builds * inputs;
  }

  void for_each(std::uint64_t seed, const OnVariant& use) const {
    if (builds_.count() == 0)
      return for_each_input({kNoBuild, config_.builds ? VariantJson::array() : VariantJson()}, seed, use);
    builds_.for_each([&](const std::string& id, const SpecCombinations& spec, std::size_t n) {
      const std::string whole_id = fmt::format("{}|{}|{}|build", grouped_.name, number_, id);
      for_each_input({id, spec.at(n, seed, whole_id)}, seed, use);
    });
  }

 private:
  void for_each_input(const BuiltWith& build, std::uint64_t seed, const OnVariant& use) const {
    inputs_.for_each([&](const std::string& id, const SpecCombinations& spec, std::size_t n) {
      const std::string whole_id = fmt::format("{}|{}|{}|{}", grouped_.name, number_, build.id, id);
      const VariantJson call = {{"build", build.spec}, {"input", spec.at(n, seed, whole_id)}};
      use(make_variant(grouped_.name, {number_, build.id, id}, call));
    });
  }

  const GroupedOperator& grouped_;
  const OperatorConfig& config_;
  std::string number_;
  SpecList inputs_;
  SpecList builds_;
};

}  // namespace

std::size_t count_calls(const GroupedOperator& grouped) {
  std::size_t all = 0;
  for (std::size_t i = 0; i < grouped.configs.size(); ++i) all += ConfigCalls(grouped, i).count();
  return std::min(all, SpecCombinations::kMostCombinations);
}

void for_each_call(const GroupedOperator& grouped, std::uint64_t seed, const OnVariant& use) {
  for (std::size_t i = 0; i < grouped.configs.size(); ++i) ConfigCalls(grouped, i).for_each(seed, use);
}

std::vector<YamlCall> yaml_calls(const GroupedOperator& grouped) {
  std::vector<YamlCall> calls;
  const OperatorConfig& config = grouped.configs.front();
  const std::size_t builds = config.builds ? config.builds->size() : 1;
  for (std::size_t b = 0; b < builds; ++b)
    for (std::size_t i = 0; i < config.inputs.size(); ++i)
      calls.push_back({b, i, config.builds ? &(*config.builds)[b] : nullptr, &config.inputs[i]});
  return calls;
}

OperatorVariant bind_variant(const GroupedOperator& grouped, const YamlCall& call, std::span<const Choice> choices,
                             Problems& problems) {
  const VariantJson build = call.build == nullptr ? VariantJson() : bind_call(*call.build, choices, false, problems);
  const VariantJson bound = {{"build", build}, {"input", bind_call(*call.input, choices, grouped.autograd, problems)}};
  std::string input_id = std::to_string(call.input_number);
  OperatorVariant variant = {{std::to_string(call.build_number), input_id}, {}};
  for (const Choice& choice : choices) {
    variant.label.push_back(fmt::format("{}={}", choice.axis->name, choice.value->label));
    input_id += fmt::format("_{}={}", choice.axis->name, choice.value->label);
  }
  variant.body = {grouped.name, fmt::format("0|{}|{}", call.build_number, input_id), bound.dump()};
  return variant;
}

}  // namespace quern
