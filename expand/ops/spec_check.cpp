// SPDX-License-Identifier: Apache-2.0
#include "expand/ops/spec_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "base/nearest.hpp"
#include "base/yaml/node_json.hpp"
#include "base/yaml/node_reader.hpp"
#include "expand/ops/copies.hpp"
#include "expand/ops/operator_config.hpp"

namespace quern {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 3> kSpecWords = {"args", "kwargs", "id"};
constexpr std::array<std::string_view, 5> kArgumentWords = {"type", "name", "__range__", "__copy__", "__list__"};
constexpr std::array<std::string_view, 3> kMacros = {"__range__", "__copy__", "__list__"};
constexpr std::array<std::string_view, 6> kDistributions = {"uniform", "normal", "zeros", "ones", "arange", "zipf"};

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_text(const YamlNode& node) { return node.kind == YamlNode::Kind::scalar; }

Json scalar_value(const YamlNode& node) { return is_text(node) ? json_of(node) : Json(); }

/// What stands below one key of an ARG: a value, a range, or a list of values.
enum class Written { single, range, list };

class SpecChecker {
 public:
  SpecChecker(bool macros, Problems& problems) : macros_(macros), problems_(problems) {}

  void check_argument(const YamlNode& argument) {
    const YamlNode* const type = member(argument, "type");
    if (argument.kind != YamlNode::Kind::map || type == nullptr)
      return problems_.add(argument.place, "expected an argument with a type",
                           "for example {\"type\": \"int\", \"value\": 1}");
    const ArgumentType* const known = is_text(*type) ? find_argument_type(type->text.text) : nullptr;
    if (known == nullptr)
      return problems_.add(type->place, fmt::format("unknown type '{}'", type->text.text),
                           suggest(type->text.text, argument_type_names()));
    const bool all_known = check_keys(argument, *known);
    check_range_words(argument, *known);
    if (known->name == "tensor")
      check_tensor(argument);
    else
      check_value(argument, *known, all_known);
  }

 private:
  // False if one is unknown: it may be the misspelling of a key that then seems to be missing.
  bool check_keys(const YamlNode& argument, const ArgumentType& type) {
    bool all_known = true;
    std::vector<std::string_view> words(kArgumentWords.begin(), kArgumentWords.end());
    words.insert(words.end(), type.keys.begin(), type.keys.end());
    for (const YamlEntry& entry : argument.entries) {
      const std::string& key = entry.key.text.text;
      if (!is_one_of(key, words)) {
        all_known = false;
        problems_.add(entry.key.place, fmt::format("unknown key '{}' in an argument of type {}", key, type.name),
                      suggest(key, words));
      }
      if (is_one_of(key, kMacros) && !macros_)
        problems_.add(entry.key.place, fmt::format("'{}' needs RangeConfigIterator", key),
                      "name it as the build_iterator or input_iterator of this operator");
    }
    return all_known;
  }

  void check_range_words(const YamlNode& argument, const ArgumentType& type) {
    const YamlNode* const range = member(argument, "__range__");
    if (range == nullptr) return;
    if (range->kind != YamlNode::Kind::sequence) return report_type(*range, "a list of keys", problems_);
    for (const YamlNode& word : range->items) {
      const bool possible = type.name == "tensor" ? word.text.text == "dtype" || word.text.text == "shape"
                                                  : word.text.text == "value" && type.name != "none";
      if (!possible || member(argument, word.text.text) == nullptr)
        problems_.add(word.place, fmt::format("'{}' of this argument cannot have a range", word.text.text));
    }
  }

  static Written written(const YamlNode& argument, std::string_view key) {
    if (key == "value" && member(argument, "__list__") != nullptr) return Written::list;
    const YamlNode* const range = member(argument, "__range__");
    if (range != nullptr)
      for (const YamlNode& word : range->items)
        if (word.text.text == key) return Written::range;
    return Written::single;
  }

  void check_value(const YamlNode& argument, const ArgumentType& type, bool all_known) {
    if (type.name == "none") return;
    const YamlNode* const value = member(argument, "value");
    const YamlNode* const drawn = member(argument, "value_range");
    if (drawn != nullptr) return check_drawn(*drawn, value, type);
    if (value == nullptr) {
      if (all_known && type.name != "str" && type.name != "generator")
        problems_.add(argument.place, fmt::format("an argument of type {} needs a value", type.name));
      return;
    }
    const bool many = type.name == "genericlist" || type.name == "tuple";
    switch (written(argument, "value")) {
      case Written::single:
        return many ? check_items(*value) : check_one(*value, type);
      case Written::range:
        return many ? check_items(*value) : check_range(*value, type);
      case Written::list:
        return check_list(*value, type);
    }
  }

  void check_drawn(const YamlNode& drawn, const YamlNode* value, const ArgumentType& type) {
    if (value != nullptr) return problems_.add(drawn.place, "both value and value_range are given");
    if (drawn.items.size() != 2) return report_type(drawn, "two numbers, the least and the most", problems_);
    for (const YamlNode& end : drawn.items) check_one(end, type);
    const Json least = scalar_value(drawn.items[0]);
    const Json most = scalar_value(drawn.items[1]);
    if (least.is_number() && most.is_number() && least > most)
      problems_.add(drawn.place, "the least is greater than the most");
  }

  void check_items(const YamlNode& value) {
    if (value.kind != YamlNode::Kind::sequence) return report_type(value, "a list of arguments", problems_);
    for (const YamlNode& item : value.items) check_argument(item);
  }

  void check_one(const YamlNode& value, const ArgumentType& type) {
    const Json found = scalar_value(value);
    if (type.keys.size() == 2) {  // a number
      if (!found.is_number() && !found.is_boolean()) report_type(value, "a number", problems_);
    } else if (type.name == "bool") {
      read_bool(value, problems_);
    } else if (type.name == "dtype") {
      check_dtype(value);
    } else if (type.name == "generator") {
      if (!found.is_number_integer()) report_type(value, "a seed", problems_);
    } else if (!is_text(value)) {
      report_type(value, "text", problems_);
    }
  }

  void check_list(const YamlNode& value, const ArgumentType& type) {
    if (value.items.empty()) return report_type(value, "a list of values, one at least", problems_);
    const bool many = type.name == "genericlist" || type.name == "tuple";
    for (const YamlNode& item : value.items) many ? check_items(item) : check_one(item, type);
  }

  // Numbers count from the least to the most, other values are listed.
  void check_range(const YamlNode& value, const ArgumentType& type) {
    if (type.keys.size() == 2) return check_steps(value, type.name == "int" || type.name == "long");
    check_list(value, type);
  }

  void check_steps(const YamlNode& value, bool whole) {
    if (value.items.size() != 2 && value.items.size() != 3)
      return report_type(value, "a range [least, most] or [least, most, step]", problems_);
    std::vector<Json> numbers;
    for (const YamlNode& item : value.items) {
      numbers.push_back(scalar_value(item));
      const bool fits = whole ? numbers.back().is_number_integer() : numbers.back().is_number();
      if (!fits) return report_type(item, whole ? "a whole number" : "a number", problems_);
    }
    if (numbers.size() == 3 && numbers[2] <= 0)
      return problems_.add(value.items[2].place, fmt::format("a step of {} never gets there", numbers[2].dump()),
                           "steps are greater than 0");
    if (numbers[0] > numbers[1])
      problems_.add(value.place, "an empty range: the least is greater than the most",
                    "a range is [least, most, step], and the most is part of it");
  }

  void check_dtype(const YamlNode& node) {
    if (!is_text(node)) return report_type(node, "the name of a dtype", problems_);
    if (short_dtype(node.text.text).empty())
      problems_.add(node.place, fmt::format("unknown dtype '{}'", node.text.text),
                    suggest(node.text.text, dtype_names()));
  }

  void check_tensor(const YamlNode& argument) {
    for (const std::string_view key : {"dtype", "shape"})
      if (member(argument, key) == nullptr) problems_.add(argument.place, fmt::format("a tensor needs a {}", key));
    if (const YamlNode* dtype = member(argument, "dtype")) check_dtypes(argument, *dtype);
    if (const YamlNode* shape = member(argument, "shape")) check_shape(argument, *shape);
    if (const YamlNode* grad = member(argument, "requires_grad")) read_bool(*grad, problems_);
    for (const std::string_view key : {"low", "high", "seed"})
      if (const YamlNode* number = member(argument, key); number != nullptr && !scalar_value(*number).is_number())
        report_type(*number, "a number", problems_);
    if (const YamlNode* stride = member(argument, "stride")) check_stride(argument, *stride);
    if (const YamlNode* name = member(argument, "distribution")) check_distribution(*name);
  }

  void check_dtypes(const YamlNode& argument, const YamlNode& dtype) {
    if (written(argument, "dtype") == Written::single) return check_dtype(dtype);
    if (dtype.items.empty()) return report_type(dtype, "a list of dtypes, one at least", problems_);
    for (const YamlNode& item : dtype.items) check_dtype(item);
  }

  void check_shape(const YamlNode& argument, const YamlNode& shape) {
    if (shape.kind != YamlNode::Kind::sequence) return report_type(shape, "a list of sizes", problems_);
    const bool ranged = written(argument, "shape") == Written::range;
    for (std::size_t i = 0; i < shape.items.size(); ++i) {
      const YamlNode& size = shape.items[i];
      if (ranged && size.kind == YamlNode::Kind::sequence)
        check_steps(size, true);
      else if (!is_copied(argument, i))
        check_size(size);
    }
  }

  void check_size(const YamlNode& size) {
    const Json number = scalar_value(size);
    if (!number.is_number_integer()) return report_type(size, "a size, a whole number", problems_);
    if (number < 0)
      problems_.add(size.place, fmt::format("a size of {}, and no __copy__ that fills it", number.dump()));
  }

  static bool is_copied(const YamlNode& argument, std::size_t index) {
    const YamlNode* const copies = member(argument, "__copy__");
    if (copies == nullptr) return false;
    return std::any_of(copies->items.begin(), copies->items.end(), [&](const YamlNode& copy) {
      const YamlNode* const to = member(copy, "shape");
      return to != nullptr && !to->items.empty() && to->items[0].text.text == std::to_string(index);
    });
  }

  void check_stride(const YamlNode& argument, const YamlNode& stride) {
    const YamlNode* const shape = member(argument, "shape");
    if (stride.kind != YamlNode::Kind::sequence || shape == nullptr || stride.items.size() != shape->items.size())
      return problems_.add(stride.place, "a stride has a number for each size of the shape");
    for (const YamlNode& step : stride.items) check_size(step);
  }

  void check_distribution(const YamlNode& name) {
    const std::string_view word = std::string_view(name.text.text).substr(0, name.text.text.find(':'));
    if (!is_one_of(word, kDistributions))
      problems_.add(name.place, fmt::format("unknown distribution '{}'", name.text.text),
                    suggest(word, kDistributions));
  }

  bool macros_;
  Problems& problems_;
};

}  // namespace

void check_argument(const YamlNode& argument, Problems& problems) {
  SpecChecker(false, problems).check_argument(argument);
}

void check_spec(const YamlNode& spec, ConfigIterator iterator, Problems& problems) {
  if (spec.kind != YamlNode::Kind::map) return report_type(spec, "a map with args and kwargs", problems);
  const std::size_t before = problems.size();
  SpecChecker checker(iterator == ConfigIterator::range || iterator == ConfigIterator::embedding, problems);
  for (const YamlEntry& entry : spec.entries)
    if (!is_one_of(entry.key.text.text, kSpecWords))
      problems.add(entry.key.place, fmt::format("unknown key '{}' in a call", entry.key.text.text),
                   suggest(entry.key.text.text, kSpecWords));
  if (const YamlNode* args = member(spec, "args")) {
    if (args->kind != YamlNode::Kind::sequence) report_type(*args, "a list of arguments", problems);
    for (const YamlNode& argument : args->items) checker.check_argument(argument);
  }
  if (const YamlNode* kwargs = member(spec, "kwargs")) {
    if (kwargs->kind != YamlNode::Kind::map) report_type(*kwargs, "a map of names to arguments", problems);
    for (const YamlEntry& entry : kwargs->entries) checker.check_argument(entry.value);
  }
  if (problems.size() == before) read_copies(spec, problems);
}

}  // namespace quern
