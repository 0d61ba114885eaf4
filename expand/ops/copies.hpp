// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "base/yaml/problems.hpp"
#include "base/yaml/yaml_node.hpp"

namespace quern {

/// One element of a list that an argument has: `shape[1]` of the second argument.
struct CopyElement {
  std::string section;   // args or kwargs
  std::string argument;  // its number, or its name
  std::string attribute;
  std::size_t index = 0;

  bool operator<(const CopyElement& other) const {
    return std::tie(section, argument, attribute, index) <
           std::tie(other.section, other.argument, other.attribute, other.index);
  }
};

/// An entry of `__copy__`: after the ranges, `to` gets the value of `from`.
struct ElementCopy {
  CopyElement to;
  CopyElement from;
};

/// The copies of a SPEC, in an order in which each comes after those that it depends on. Reports entries that cannot be
/// read, elements that are not there, and cycles.
std::vector<ElementCopy> read_copies(const YamlNode& spec, Problems& problems);

}  // namespace quern
