// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace quern {

/// What a run keeps of its environment for histories: the key of the conditions of each language, see
/// harness/model/conditions.hpp.
std::string machine_keys(const nlohmann::ordered_json& environment);

/// Picks the key of a case's language from these keys: ids end in `:<language>:t<threads>`.
std::string machine_of(const std::string& keys, const std::string& id);

}  // namespace quern
