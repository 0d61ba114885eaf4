// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "base/yaml/problems.hpp"
#include "base/yaml/yaml_node.hpp"
#include "expand/group.hpp"

namespace quern {

/// Whether the tree of a file is an operator config in PARAM's form: a map of operators to their configs.
bool is_param_config(const YamlNode& root);

/// The operators of such a file, in its order, in a group with the label that is given.
Group read_param_config(const YamlNode& root, const std::string& label, Problems& problems);

/// An operator's name as a part of ids: `aten::add.Tensor` is `aten.add.Tensor`; of a schema what stands before its
/// parameters.
std::string operator_label(std::string_view name);

}  // namespace quern
