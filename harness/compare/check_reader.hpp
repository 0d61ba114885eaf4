// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <vector>

#include "base/yaml/problems.hpp"
#include "base/yaml/source.hpp"
#include "base/yaml/yaml_node.hpp"
#include "harness/compare/limit.hpp"
#include "harness/compare/waiver.hpp"

namespace quern {

/// What `limits:` and `adaptive_limits:` of quern.yaml say; mistakes go to `problems`.
void read_limits(const YamlNode& section, CheckRules& rules, Problems& problems);
void read_adaptive_limits(const YamlNode& section, CheckRules& rules, Problems& problems);

/// Throws Error(definition) for mistakes, Error(usage) for a file that cannot be read.
std::vector<Waiver> read_waivers(const std::filesystem::path& file);
std::vector<Waiver> read_waivers(const Source& source);

}  // namespace quern
