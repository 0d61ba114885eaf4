// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

namespace quern {

/// A piece of C++ that is code: no comment, no blank and no `#line`.
struct CppToken {
  enum class Kind { word, number, literal, mark, directive };
  Kind kind = Kind::mark;
  std::string_view text;  // of a mark one character, but `::` and `->`; of a directive its line
  std::size_t begin = 0;

  [[nodiscard]] std::size_t end() const { return begin + text.size(); }
  [[nodiscard]] bool is(std::string_view other) const { return text == other && kind != Kind::literal; }
  [[nodiscard]] bool is_word() const { return kind == Kind::word; }
};

/// Knows comments and literals, but neither macros nor types.
std::vector<CppToken> cpp_tokens(std::string_view code);

}  // namespace quern
