// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "base/yaml/problems.hpp"
#include "base/yaml/source.hpp"
#include "base/yaml/yaml_node.hpp"

namespace quern {

/// Whether a text is meant to be a JSON object: it begins with a brace, and with a quoted key or none behind it.
bool looks_like_json(const Source& source);

/// Reads one JSON value into the same tree as YAML has: numbers, `true` and `false` are plain scalars, texts are not.
/// Reports the place where the text stops being JSON, duplicate keys, too deep nesting and too many values. Returns
/// nothing if there is no tree to check.
std::optional<YamlNode> read_json_tree(const Source& source, Problems& problems);

}  // namespace quern
