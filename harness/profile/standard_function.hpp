// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace quern {

/// What a case's own function is called.
inline constexpr std::string_view kStatement = "[statement]";

/// The name of a function in every build; `standard_name.hpp` says what becomes of it.
std::string standard_function(std::string_view name);

}  // namespace quern
