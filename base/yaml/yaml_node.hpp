// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "base/yaml/source.hpp"

namespace quern {

struct YamlEntry;

/// A YAML tree with positions, free of yaml-cpp. Points into its Source.
struct YamlNode {
  enum class Kind { null, scalar, sequence, map };
  Kind kind = Kind::null;
  bool plain = false;  // a scalar without quotes or block: may be a number or a boolean
  Text text;           // of a scalar; its place is where the content begins (a block: the line after `|`)
  Place place;
  std::vector<YamlNode> items;     // of a sequence
  std::vector<YamlEntry> entries;  // of a map, in the order of the file
};

struct YamlEntry {
  YamlNode key;
  YamlNode value;
};

}  // namespace quern
