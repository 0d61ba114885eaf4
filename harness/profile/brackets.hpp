// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string_view>

namespace quern {

/// The length of the operator's name that begins here, `operator<` for example; 0 if none does.
std::size_t operator_length(std::string_view name, std::size_t at);

/// The length of a piece with brackets that is neither parameters nor template arguments; 0 if none begins here.
std::size_t kept_length(std::string_view name, std::size_t at);

/// The end of what the bracket at `open` opens; npos in a name that was cut off.
std::size_t past_closing(std::string_view name, std::size_t open);

}  // namespace quern
