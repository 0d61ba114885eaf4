// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "base/yaml/node_reader.hpp"
#include "expand/axes.hpp"
#include "expand/ops/operator_config.hpp"

namespace quern {

/// `torch.add: {input: [["f32[4, 4]", 1]]}`, an entry of `operators:`.
GroupedOperator read_yaml_operator(const std::string& name, const MapReader& map, Problems& problems);

/// Every text of a call in which an axis may be named.
std::vector<const YamlNode*> texts_of(const YamlNode& call);

/// A call of the short form as a SPEC, its axes replaced: numbers, texts, tensors and lists become ARGs.
nlohmann::ordered_json bind_call(const YamlNode& call, std::span<const Choice> choices, bool grad, Problems& problems);

}  // namespace quern
