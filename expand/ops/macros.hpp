// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/yaml_node.hpp"

namespace quern {

/// The combinations that a SPEC stands for, made one by one: `args` outside, `kwargs` inside, and within both the first
/// range outermost. Needs a SPEC that was checked.
class SpecCombinations {
 public:
  explicit SpecCombinations(const YamlNode& spec);

  /// As many as there are, at most kMostCombinations.
  [[nodiscard]] std::size_t count() const;

  /// Combination `index` as it is echoed and run: no macros, values drawn by `seed` and the id of the case.
  [[nodiscard]] nlohmann::ordered_json at(std::size_t index, std::uint64_t seed, std::string_view id) const;

  static constexpr std::size_t kMostCombinations = std::size_t{1} << 40U;

 private:
  using Json = nlohmann::ordered_json;
  using Pointer = Json::json_pointer;

  /// A place with several values.
  struct Slot {
    Pointer target;
    std::vector<Json> values;  // empty: counted
    Json first;
    Json step;
    std::size_t count = 0;

    [[nodiscard]] Json value(std::size_t index) const;
  };

  struct CopiedElement {
    Pointer to;
    Pointer from;
  };

  struct Draw {
    Pointer argument;
    Json least;
    Json most;
  };

  void add_argument(const YamlNode& argument, const Pointer& at);
  void add_attribute(const YamlNode& argument, const YamlEntry& entry, const Pointer& at);
  void add_range(const YamlNode& value, const Pointer& target);
  void add_list(const YamlNode& value, const Pointer& target);
  void add_shape(const YamlNode& shape, const Pointer& target);

  Json base_;  // without meta keys
  std::vector<Slot> slots_;
  std::vector<CopiedElement> copies_;
  std::vector<Draw> draws_;
};

}  // namespace quern
