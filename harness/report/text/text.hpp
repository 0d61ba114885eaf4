// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "expand/case/case.hpp"

namespace quern {

inline constexpr std::string_view kRed = "\x1b[31m";
inline constexpr std::string_view kYellow = "\x1b[33m";
inline constexpr std::string_view kGreen = "\x1b[32m";
inline constexpr std::string_view kBoldRed = "\x1b[1;31m";
inline constexpr std::string_view kBoldGreen = "\x1b[1;32m";
inline constexpr std::string_view kBold = "\x1b[1m";
inline constexpr std::string_view kReset = "\x1b[0m";

/// The labels above a case, or its only one, fit to print.
std::string heading(const Case& args);

/// `1,234,567.50`; no decimals if there are none.
std::string with_commas(double value);

/// The same with its sign, also of what is above 0.
std::string with_sign(double value);

/// Language, threads, and what is not plain: `cpp t1 script +bwd`.
std::string how_run(const Case& args);

/// `+4.10 %`: B as a multiple of A, as a change.
std::string percent_of(double ratio);

/// Fit to print; the rest is passed over.
std::string first_line(const std::string& text);

/// At most so many characters of UTF-8 text, `…` in place of what is left out of its middle: ids differ at both ends.
std::string without_middle(const std::string& text, std::size_t most);

/// Any text, fit to print and at most so many characters, without its middle. Takes no longer for a huge one.
std::string shown(std::string_view text, std::size_t most);

/// Filled up with blanks, by characters, not bytes.
std::string pad(const std::string& text, std::size_t width);

}  // namespace quern
