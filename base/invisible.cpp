// SPDX-License-Identifier: Apache-2.0
#include "base/invisible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace quern {
namespace {

struct Range {
  unsigned first;
  unsigned last;
};

// U+200C and U+200D are not among them: Persian and emoji are written with them.
constexpr std::array<Range, 9> kInvisible = {{{0x061C, 0x061C},      // direction mark
                                              {0x180E, 0x180E},      // vowel separator
                                              {0x200B, 0x200B},      // space of no width
                                              {0x200E, 0x200F},      // direction marks
                                              {0x2028, 0x202E},      // line breaks, embeddings and overrides
                                              {0x2060, 0x206F},      // joiners, isolates
                                              {0xFEFF, 0xFEFF},      // byte-order mark
                                              {0xFFF9, 0xFFFB},      // annotations between lines
                                              {0xE0000, 0xE007F}}};  // tags

unsigned code_point(std::string_view character) {
  constexpr unsigned kLow = 0x3FU;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(character[i])); };
  if (character.size() == 1) return byte(0);
  unsigned point = byte(0) & (0x7FU >> character.size());
  for (std::size_t i = 1; i < character.size(); ++i) point = (point << 6U) | (byte(i) & kLow);
  return point;
}

}  // namespace

bool is_invisible(std::string_view character) {
  const unsigned point = code_point(character);
  return std::any_of(kInvisible.begin(), kInvisible.end(),
                     [&](const Range& range) { return range.first <= point && point <= range.last; });
}

std::string escaped_character(std::string_view character) {
  constexpr unsigned kFirstPair = 0x10000;
  const unsigned point = code_point(character);
  if (point < kFirstPair) return fmt::format("\\u{:04x}", point);
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800U + ((point - kFirstPair) >> 10U), 0xDC00U + (point & 0x3FFU));
}

}  // namespace quern
