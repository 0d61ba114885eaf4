// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace quern {

/// Reads JSON that anybody may have written. Throws Error(usage) with what is wrong, also if it is nested so deeply
/// that code that follows it (printing, copying) would run out of stack.
nlohmann::ordered_json parse_json(std::string_view text);

}  // namespace quern
