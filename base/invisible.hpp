// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace quern {

/// Whether a well-formed UTF-8 character changes how text around it is shown without being seen itself: it turns the
/// direction of what follows, breaks a line, or takes no room at all.
bool is_invisible(std::string_view character);

/// `\u202e`; two of them for what lies beyond U+FFFF, as JSON writes it.
std::string escaped_character(std::string_view character);

}  // namespace quern
