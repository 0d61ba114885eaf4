// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "base/yaml/problems.hpp"
#include "base/yaml/yaml_node.hpp"
#include "expand/ops/words.hpp"

namespace quern {

/// Checks one SPEC (`args`, `kwargs`) as far as it can be checked without LibTorch: keys, types, dtypes, the form of
/// every value, and the macros, which only some iterators expand. Reports every mistake.
void check_spec(const YamlNode& spec, ConfigIterator iterator, Problems& problems);

/// Checks one ARG that stands for itself: without macros.
void check_argument(const YamlNode& argument, Problems& problems);

}  // namespace quern
