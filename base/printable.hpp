// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace quern {

/// Text that is safe on a terminal: control characters and bytes that are not UTF-8 appear as `\x1b`, marks that turn
/// the direction of a line and others that cannot be seen as `\u202e`; a tab is a space.
std::string printable(std::string_view text);

/// How many characters (code points) UTF-8 text has.
std::size_t character_count(std::string_view text);

/// The byte length of the well-formed UTF-8 character that `text` begins with, 0 if there is none.
std::size_t utf8_character(std::string_view text);

}  // namespace quern
