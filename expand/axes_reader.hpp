// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "base/yaml/node_reader.hpp"
#include "expand/group.hpp"

namespace quern {

/// `axes: {n: [1, 1024], dtype: {float: {py: torch.float32, cpp: at::kFloat}}}`
std::vector<Axis> read_axes(const YamlNode& node, Problems& problems);

}  // namespace quern
