// SPDX-License-Identifier: Apache-2.0
#include "expand/ops/macros.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/hash.hpp"
#include "base/yaml/node_json.hpp"
#include "expand/ops/copies.hpp"
#include "expand/ops/operator_config.hpp"

namespace quern {
namespace {

using OrderedJson = nlohmann::ordered_json;

bool is_meta(const std::string& key) { return key == "__range__" || key == "__copy__" || key == "__list__"; }

void erase_meta(OrderedJson& json) {
  if (json.is_object()) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : json.items()) keys.push_back(key);
    for (const std::string& key : keys)
      if (is_meta(key)) json.erase(key);
  }
  if (json.is_structured())
    for (auto& item : json) erase_meta(item);
}

bool names(const YamlNode* range, std::string_view key) {
  return range != nullptr && std::any_of(range->items.begin(), range->items.end(),
                                         [&](const YamlNode& word) { return word.text.text == key; });
}

// Values of a number's type can be drawn from a range, too.
bool is_number(std::string_view type) { return find_argument_type(type)->keys.size() == 2; }

// Both ends belong to it. The difference of two 64-bit numbers needs all 64 bits of an unsigned one.
std::size_t steps_between(const OrderedJson& first, const OrderedJson& last, const OrderedJson& step) {
  constexpr std::size_t kMost = SpecCombinations::kMostCombinations;
  if (first.is_number_integer() && last.is_number_integer() && step.is_number_integer()) {
    const auto distance =
        static_cast<std::uint64_t>(last.get<std::int64_t>()) - static_cast<std::uint64_t>(first.get<std::int64_t>());
    return std::min<std::uint64_t>(distance / static_cast<std::uint64_t>(step.get<std::int64_t>()), kMost - 1) + 1;
  }
  // The most belongs to it also where the steps do not add up to the last bit: 0 … 0.3 by 0.1 has four.
  constexpr double kRounding = 1e-9;
  const double steps = (last.get<double>() - first.get<double>()) / step.get<double>() + kRounding;
  return steps < static_cast<double>(kMost) ? static_cast<std::size_t>(steps) + 1 : kMost;
}

// SplitMix64's finalizer over a hash of what the draw is for: equal on every machine.
std::uint64_t random_bits(std::uint64_t seed, std::string_view id, const std::string& path) {
  std::uint64_t z = short_hash(fmt::format("{}\n{}\n{}", seed, id, path)) + 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

// The type decides: 0 to 1 of a float are not two numbers.
OrderedJson drawn(const OrderedJson& least, const OrderedJson& most, bool whole, std::uint64_t bits) {
  if (whole && least.is_number_integer() && most.is_number_integer()) {
    const auto low = static_cast<std::uint64_t>(least.get<std::int64_t>());
    const std::uint64_t width = static_cast<std::uint64_t>(most.get<std::int64_t>()) - low + 1;
    return static_cast<std::int64_t>(low + (width == 0 ? bits : bits % width));
  }
  const double unit = static_cast<double>(bits >> 11U) * 0x1.0p-53;
  return least.get<double>() + unit * (most.get<double>() - least.get<double>());
}

}  // namespace

SpecCombinations::Json SpecCombinations::Slot::value(std::size_t index) const {
  if (!values.empty()) return values[index];
  if (first.is_number_integer() && step.is_number_integer())
    return first.get<std::int64_t>() + static_cast<std::int64_t>(index) * step.get<std::int64_t>();
  return first.get<double>() + static_cast<double>(index) * step.get<double>();
}

SpecCombinations::SpecCombinations(const YamlNode& spec) : base_(json_of(spec)) {
  erase_meta(base_);
  if (base_.is_null()) base_ = Json::object();
  if (const YamlNode* args = member(spec, "args"))
    for (std::size_t i = 0; i < args->items.size(); ++i) add_argument(args->items[i], Pointer() / "args" / i);
  if (const YamlNode* kwargs = member(spec, "kwargs"))
    for (const YamlEntry& entry : kwargs->entries)
      add_argument(entry.value, Pointer() / "kwargs" / entry.key.text.text);
  Problems found_before;
  const auto pointer_to = [](const CopyElement& element) {
    const Pointer section = Pointer() / element.section;
    const Pointer argument =
        element.section == "args" ? section / std::stoul(element.argument) : section / element.argument;
    return argument / element.attribute / element.index;
  };
  for (const ElementCopy& copy : read_copies(spec, found_before))
    copies_.push_back({pointer_to(copy.to), pointer_to(copy.from)});
}

void SpecCombinations::add_argument(const YamlNode& argument, const Pointer& at) {
  for (const YamlEntry& entry : argument.entries) add_attribute(argument, entry, at);
}

void SpecCombinations::add_attribute(const YamlNode& argument, const YamlEntry& entry, const Pointer& at) {
  const std::string& key = entry.key.text.text;
  const bool ranged = names(member(argument, "__range__"), key);
  const std::string& type = member(argument, "type")->text.text;
  const Pointer target = at / key;
  const bool listed = key == "value" && member(argument, "__list__") != nullptr;
  if (key == "value_range") {
    const Json ends = json_of(entry.value);
    draws_.push_back({at, ends[0], ends[1]});
  } else if (key == "value" && !listed && (type == "genericlist" || type == "tuple")) {
    for (std::size_t i = 0; i < entry.value.items.size(); ++i) add_argument(entry.value.items[i], target / i);
  } else if (listed || (ranged && key != "shape" && !is_number(type))) {
    add_list(entry.value, target);
  } else if (ranged && key == "shape") {
    add_shape(entry.value, target);
  } else if (ranged) {
    add_range(entry.value, target);
  }
}

void SpecCombinations::add_range(const YamlNode& value, const Pointer& target) {
  const Json range = json_of(value);
  const Json step = range.size() == 3 ? range[2] : Json(1);
  slots_.push_back({target, {}, range[0], step, steps_between(range[0], range[1], step)});
}

void SpecCombinations::add_list(const YamlNode& value, const Pointer& target) {
  Slot slot{target, {}, {}, {}, value.items.size()};
  for (const YamlNode& item : value.items) slot.values.push_back(json_of(item));
  slots_.push_back(std::move(slot));
}

void SpecCombinations::add_shape(const YamlNode& shape, const Pointer& target) {
  for (std::size_t i = 0; i < shape.items.size(); ++i)
    if (shape.items[i].kind == YamlNode::Kind::sequence) add_range(shape.items[i], target / i);
}

std::size_t SpecCombinations::count() const {
  std::size_t all = 1;
  for (const Slot& slot : slots_) all = slot.count > kMostCombinations / all ? kMostCombinations : all * slot.count;
  return all;
}

nlohmann::ordered_json SpecCombinations::at(std::size_t index, std::uint64_t seed, std::string_view id) const {
  Json spec = base_;
  for (std::size_t i = slots_.size(); i-- > 0;) {  // the last one changes from case to case
    const Slot& slot = slots_[i];
    spec[slot.target] = slot.value(index % slot.count);
    index /= slot.count;
  }
  for (const CopiedElement& copy : copies_) spec[copy.to] = spec[copy.from];
  for (const Draw& draw : draws_) {
    Json& argument = spec[draw.argument];
    const bool whole = argument["type"] == "int" || argument["type"] == "long";
    argument["value"] = drawn(draw.least, draw.most, whole, random_bits(seed, id, draw.argument.to_string()));
  }
  return spec;
}

}  // namespace quern
