// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string_view>

#include "expand/group.hpp"
#include "expand/problems.hpp"
#include "expand/yaml_node.hpp"

namespace quern {

/// Reads one labelled definition. `kind` is `timer_args`, `stmts`, `modules` or `variants`.
std::optional<Definition> read_definition(std::string_view kind, const YamlEntry& entry, Problems& problems);

}  // namespace quern
