// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/key_set.hpp"
#include "base/yaml/problems.hpp"
#include "base/yaml/yaml_node.hpp"

namespace quern {

/// Checked access to a map: reports a node that is no map, or an empty one, and every unknown key.
class MapReader {
 public:
  MapReader(const YamlNode& node, const KeySet& keys, Problems& problems);

  /// The value of `key`, or null if it is not there.
  [[nodiscard]] const YamlNode* find(std::string_view key) const;
  [[nodiscard]] bool valid() const { return node_.kind == YamlNode::Kind::map; }
  /// False if a key was unknown: it may be the misspelling of a key that then seems to be missing.
  [[nodiscard]] bool all_known() const { return all_known_; }
  [[nodiscard]] const Place& place() const { return node_.place; }

 private:
  const YamlNode& node_;
  bool all_known_ = true;
};

// Each reports a wrong type as "expected …, found …" and returns nothing.
std::optional<Text> read_text(const YamlNode& node, Problems& problems);
std::optional<bool> read_bool(const YamlNode& node, Problems& problems);
std::optional<int> read_int(const YamlNode& node, Problems& problems);

/// The items of a list; a single scalar is a list of one. Reports anything else and an empty list.
std::vector<const YamlNode*> read_list(const YamlNode& node, std::string_view expected, Problems& problems);

/// Reports that `node` is not what was expected there.
void report_type(const YamlNode& node, std::string_view expected, Problems& problems);

}  // namespace quern
