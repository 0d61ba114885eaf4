// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>

#include "base/yaml/problems.hpp"
#include "base/yaml/yaml_node.hpp"
#include "expand/group.hpp"

namespace quern {

/// Reads the file that an `include:` entry names, and reports there if it cannot.
using ReadInclude = std::function<std::optional<Group>(const Text& path, const Place& place)>;

/// Checks the tree of a file and gives it types. Members keep the order of the file.
Group read_group(const YamlNode& root, const ReadInclude& read_include, Problems& problems);

}  // namespace quern
