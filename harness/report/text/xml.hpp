// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace quern {

/// Only what XML 1.0 has: control characters and bytes that are not UTF-8 appear as `\x1b`, a tab is a space, and what
/// is no character at all is U+FFFD.
std::string xml_clean(std::string_view text);

/// Names are data of others: fit for the content of an element and, in quotes, of an attribute. The text is clean.
std::string xml_escaped(std::string_view text);

}  // namespace quern
