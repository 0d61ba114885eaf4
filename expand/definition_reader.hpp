// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string_view>

#include "base/yaml/problems.hpp"
#include "base/yaml/yaml_node.hpp"
#include "expand/group.hpp"

namespace quern {

/// Reads one labelled definition. `kind` is `timer_args`, `stmts`, `modules`, `variants` or `operators`.
std::optional<Definition> read_definition(std::string_view kind, const YamlEntry& entry, Problems& problems);

}  // namespace quern
