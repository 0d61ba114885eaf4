// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace quern {

/// Callgrind's word for no file.
inline constexpr std::string_view kUnknownFile = "???";

/// The name of a file in every build, of a function in the standard object `object`; `standard_name.hpp` says what
/// becomes of it.
std::string standard_file(std::string_view file, std::string_view object);

}  // namespace quern
