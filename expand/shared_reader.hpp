// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "base/yaml/node_reader.hpp"
#include "expand/group.hpp"

namespace quern {

/// Reads what groups and definitions share: `tags`, `requires`, `axes`, `num_threads`, but not `setup`, whose form
/// depends on the kind of definition.
Shared read_shared(const MapReader& map, Problems& problems);

/// `setup: {py, cpp, global}`
GroupedSetup read_setup(const YamlNode& node, Problems& problems);

}  // namespace quern
