// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "harness/model/case_time.hpp"

namespace quern {

/// The field `time_ns` of a case.
nlohmann::ordered_json time_json(const CaseTime& time);
/// The same, read. Throws Error(usage).
CaseTime time_of(const nlohmann::ordered_json& json);

}  // namespace quern
