// SPDX-License-Identifier: Apache-2.0
// The words of a profile line. Inline: a dump has half a million lines, and a run reads thousands of dumps.
#pragma once
#include <charconv>
#include <cstdint>
#include <limits>
#include <string_view>

namespace quern {

/// The largest count that is read. Callgrind counts in 64 bits; differences of counts must fit as well.
inline constexpr std::uint64_t kMaxCount = std::numeric_limits<std::int64_t>::max();

inline bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

inline void skip_spaces(std::string_view& text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
}

inline std::string_view trimmed(std::string_view text) {
  skip_spaces(text);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// Takes one decimal or 0x number and the spaces after it. False if there is none, or one above `most`.
inline bool take_number(std::string_view& text, std::uint64_t& value, std::uint64_t most = kMaxCount) {
  const bool hex = text.size() > 1 && text[0] == '0' && text[1] == 'x';
  if (hex) text.remove_prefix(2);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
  if (error != std::errc{} || value > most) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (!text.empty() && !is_space(text.front())) return false;
  skip_spaces(text);
  return true;
}

/// Takes one subposition: a number, `+n`, `-n` or `*`. Where code stands does not matter here, only that it is said.
inline bool skip_position(std::string_view& text) {
  if (text.empty()) return false;
  if (text.front() == '*') {
    text.remove_prefix(1);
    if (!text.empty() && !is_space(text.front())) return false;
    skip_spaces(text);
    return true;
  }
  if (text.front() == '+' || text.front() == '-') text.remove_prefix(1);
  std::uint64_t position = 0;
  return take_number(text, position, std::numeric_limits<std::uint64_t>::max());
}

}  // namespace quern
