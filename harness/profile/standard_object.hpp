// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace quern {

/// The name of a library or program in every build; `standard_name.hpp` says what becomes of it.
std::string standard_object(std::string_view object);

}  // namespace quern
