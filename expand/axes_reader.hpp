// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "expand/group.hpp"
#include "expand/node_reader.hpp"

namespace quern {

/// `axes: {n: [1, 1024], dtype: {float: {py: torch.float32, cpp: at::kFloat}}}`
std::vector<Axis> read_axes(const YamlNode& node, Problems& problems);

}  // namespace quern
