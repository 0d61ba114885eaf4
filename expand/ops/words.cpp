// SPDX-License-Identifier: Apache-2.0
#include "expand/ops/words.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace quern {
namespace {

constexpr std::array<std::string_view, 4> kIterators = {"DefaultConfigIterator", "RangeConfigIterator",
                                                        "DummyConfigIterator",
                                                        "SplitTableBatchedEmbeddingBagsCodegenInputIterator"};
constexpr std::array<ConfigIterator, 4> kIteratorKinds = {ConfigIterator::plain, ConfigIterator::range,
                                                          ConfigIterator::dummy, ConfigIterator::embedding};

constexpr std::array<std::string_view, 2> kGenerators = {"PyTorch:DefaultDataGenerator",
                                                         "SplitTableBatchedEmbeddingBagsCodegenInputDataGenerator"};

// Names of PARAM, of operator input logs and of torch. The two arrays belong together, row by row.
constexpr std::array<std::string_view, 29> kDtypes = {
    "uint8", "int8", "int16", "int",     "long",    "float", "double", "float16",   "bfloat16",  "bool",
    "u8",    "i8",   "i16",   "i32",     "i64",     "f32",   "f64",    "f16",       "bf16",      "b8",
    "c64",   "c128", "half",  "float32", "float64", "int32", "int64",  "complex64", "complex128"};
constexpr std::array<std::string_view, 29> kShortDtypes = {
    "u8",  "i8",  "i16", "i32",  "i64", "f32", "f64",  "f16", "bf16", "b8",  "u8",  "i8",  "i16", "i32", "i64",
    "f32", "f64", "f16", "bf16", "b8",  "c64", "c128", "f16", "f32",  "f64", "i32", "i64", "c64", "c128"};

constexpr std::array<std::string_view, 2> kNumberKeys = {"value", "value_range"};
constexpr std::array<std::string_view, 1> kValueKey = {"value"};
constexpr std::array<std::string_view, 11> kTensorKeys = {"dtype",         "shape",        "requires_grad", "stride",
                                                          "memory_format", "device",       "low",           "high",
                                                          "values",        "distribution", "seed"};

constexpr std::array<std::string_view, 16> kTypes = {
    "int",         "long",  "float",  "double", "bool",   "str",           "device",    "none",
    "genericlist", "tuple", "tensor", "dtype",  "layout", "memory_format", "generator", "script"};

template <std::size_t N>
std::size_t index_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return static_cast<std::size_t>(std::find(words.begin(), words.end(), word) - words.begin());
}

constexpr auto kArgumentTypes = [] {
  std::array<ArgumentType, kTypes.size()> types{};
  for (std::size_t i = 0; i < kTypes.size(); ++i) types[i] = {kTypes[i], kValueKey};
  for (std::size_t i = 0; i < 4; ++i) types[i].keys = kNumberKeys;
  for (ArgumentType& type : types) {
    if (type.name == "tensor") type.keys = kTensorKeys;
    if (type.name == "none") type.keys = {};
  }
  return types;
}();

}  // namespace

std::optional<ConfigIterator> find_iterator(std::string_view name) {
  const std::size_t found = index_of(kIterators, name);
  return found < kIterators.size() ? std::optional(kIteratorKinds[found]) : std::nullopt;
}

std::span<const std::string_view> iterator_names() { return kIterators; }
std::span<const std::string_view> generator_names() { return kGenerators; }

std::string_view short_dtype(std::string_view name) {
  constexpr std::string_view kPrefix = "torch.";
  if (name.starts_with(kPrefix)) name.remove_prefix(kPrefix.size());
  const std::size_t found = index_of(kDtypes, name);
  return found < kDtypes.size() ? kShortDtypes[found] : std::string_view{};
}

std::span<const std::string_view> dtype_names() { return kDtypes; }

bool is_differentiable(std::string_view short_name) {
  return short_name.starts_with('f') || short_name.starts_with("bf") || short_name.starts_with('c');
}

const ArgumentType* find_argument_type(std::string_view name) {
  const auto* const found = std::ranges::find(kArgumentTypes, name, &ArgumentType::name);
  return found == kArgumentTypes.end() ? nullptr : found;
}

std::span<const std::string_view> argument_type_names() { return kTypes; }

}  // namespace quern
