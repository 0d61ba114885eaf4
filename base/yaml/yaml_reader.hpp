// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "base/yaml/problems.hpp"
#include "base/yaml/source.hpp"
#include "base/yaml/yaml_node.hpp"

namespace quern {

/// Larger files are refused: a definition is written by people.
inline constexpr std::size_t kLargestYaml = std::size_t{16} << 20U;

/// Reports a file that is larger. Returns whether it is not.
bool check_size(const Source& source, Problems& problems);

/// Reads exactly one YAML document. Reports, beyond what is not YAML, duplicate keys, keys that are not text, more than
/// one document, too deep nesting and aliases that multiply. Returns nothing if what it found leaves no tree to check.
std::optional<YamlNode> read_yaml(const Source& source, Problems& problems);

}  // namespace quern
