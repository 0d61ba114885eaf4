// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace quern {

/// Source text put together from pieces, each of which remembers where it was written, so that a compiler can be
/// told (`#line`) and a traceback can be mapped back.
class Code {
 public:
  struct Span {
    std::size_t first_line;  // counted from 0 within text()
    Origin origin;           // where that line was written
  };

  Code() = default;
  Code(std::string_view piece, const Origin& origin) { append(piece, origin); }

  /// Adds `piece` on a new line, without its trailing newlines; an empty piece adds nothing.
  void append(std::string_view piece, const Origin& origin);
  /// The lines of `other`, with their origins, after ours.
  void append(const Code& other);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::vector<Span>& spans() const { return spans_; }
  [[nodiscard]] bool empty() const { return text_.empty(); }

 private:
  /// Ends the last line, if there is one, and returns the number of the line that comes next.
  std::size_t start_line();

  std::string text_;
  std::vector<Span> spans_;
};

}  // namespace quern
