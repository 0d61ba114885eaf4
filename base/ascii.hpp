// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quern {

// Unlike the functions of <cctype>, these do not depend on the locale, and take any char.
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace quern
