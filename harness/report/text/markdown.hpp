// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>
#include <string>
#include <string_view>

#include "harness/compare/comparison.hpp"
#include "harness/model/run.hpp"

namespace quern {

/// Text that markdown shows as it is: no markup, no HTML, no mention, no line break, safe in a table's cell. Line
/// breaks are blanks, other control characters appear as `\x1b`.
std::string markdown_text(std::string_view text);
/// The same as code that the text cannot close. Line breaks appear as `\x0a`.
std::string markdown_code(std::string_view text);
/// The same where markdown is HTML, as in a `<summary>`.
std::string html_code(std::string_view text);
/// A block of one line of code, `info` is its language.
std::string markdown_block(std::string_view text, std::string_view info);

}  // namespace quern
