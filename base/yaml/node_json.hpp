// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

#include "base/yaml/yaml_node.hpp"

namespace quern {

/// What a scalar without quotes stands for: `true`, `false` or a number; nothing if it is a text. A whole number that
/// does not fit into 64 bits is a text.
std::optional<nlohmann::ordered_json> plain_value(std::string_view text);

/// The tree as a JSON value, keys in the order of the file.
nlohmann::ordered_json json_of(const YamlNode& node);

}  // namespace quern
