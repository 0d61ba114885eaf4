// SPDX-License-Identifier: Apache-2.0
#include "base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/invisible.hpp"

namespace quern {
namespace {

unsigned byte_at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

bool is_continuation(unsigned byte) { return (byte & 0xC0U) == 0x80U; }

std::size_t announced_length(unsigned lead) {
  if (lead < 0x80U) return 1;
  if (lead >= 0xC2U && lead < 0xE0U) return 2;
  if (lead >= 0xE0U && lead < 0xF0U) return 3;
  return lead >= 0xF0U && lead < 0xF5U ? 4 : 0;
}

// Overlong forms, surrogates and values past U+10FFFF begin like real characters; their second byte gives them away.
bool second_byte_fits(unsigned lead, unsigned second) {
  if (lead == 0xE0U) return second >= 0xA0U;
  if (lead == 0xEDU) return second < 0xA0U;
  if (lead == 0xF0U) return second >= 0x90U;
  return lead != 0xF4U || second < 0x90U;
}

bool is_control(std::string_view character) {
  const unsigned lead = byte_at(character, 0);
  if (character.size() == 1) return lead < 0x20U || lead == 0x7FU;
  return lead == 0xC2U && byte_at(character, 1) < 0xA0U;  // C1: some terminals obey these too
}

}  // namespace

std::size_t utf8_character(std::string_view text) {
  if (text.empty()) return 0;
  const std::size_t length = announced_length(byte_at(text, 0));
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!is_continuation(byte_at(text, i))) return 0;
  return length == 1 || second_byte_fits(byte_at(text, 0), byte_at(text, 1)) ? length : 0;
}

std::string printable(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    // Nearly all that is printed is such text: as a whole, not one by one.
    const auto plain = std::find_if(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; });
    safe.append(text.begin(), plain);
    text.remove_prefix(static_cast<std::size_t>(plain - text.begin()));
    if (text.empty()) break;
    const std::size_t length = utf8_character(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    if (character == "\t")
      safe += ' ';
    else if (length > 1 && is_invisible(character))
      safe += escaped_character(character);
    else if (length == 0 || is_control(character))
      for (const char c : character) safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      safe += character;
    text.remove_prefix(character.size());
  }
  return safe;
}

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(static_cast<unsigned char>(c)); }));
}

}  // namespace quern
