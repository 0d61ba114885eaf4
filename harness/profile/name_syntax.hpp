// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string_view>

#include "base/ascii.hpp"

namespace quern {

// What names of functions, files and libraries are taken apart with.

inline constexpr std::size_t kNone = std::string_view::npos;

inline bool is_hexadecimal(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }
inline bool is_of_identifier(char c) { return is_digit(c) || is_letter(c) || c == '_' || c == '$'; }
inline bool is_of_version(char c) { return is_digit(c) || c == '.'; }

template <class Predicate>
std::size_t length_of(std::string_view text, std::size_t begin, Predicate predicate) {
  std::size_t end = begin;
  while (end < text.size() && predicate(text[end])) ++end;
  return end - begin;
}

template <class Predicate>
bool consists_of(std::string_view text, Predicate predicate) {
  return !text.empty() && length_of(text, 0, predicate) == text.size();
}

inline bool begins_at(std::string_view text, std::size_t at, std::string_view part) {
  return text.substr(at).starts_with(part);
}

}  // namespace quern
