// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "base/pattern.hpp"
#include "base/yaml/problems.hpp"
#include "base/yaml/source.hpp"
#include "base/yaml/yaml_node.hpp"
#include "harness/compare/limit.hpp"

namespace quern {

// What limits and waivers have in common. Each reports what it cannot read and returns nothing.
std::optional<Pattern> read_pattern(const YamlNode& node, Problems& problems);
std::optional<Limit> read_limit(const YamlNode& node, const std::string& hint, Problems& problems);

/// A settings or waivers file, named as seen from the working directory. Throws Error(usage) if it cannot be read.
Source rules_source(const std::filesystem::path& file);

}  // namespace quern
