// SPDX-License-Identifier: Apache-2.0
#include "base/code.hpp"

#include <algorithm>

namespace quern {

std::size_t Code::start_line() {
  if (text_.empty()) return 0;
  text_ += '\n';
  return static_cast<std::size_t>(std::count(text_.begin(), text_.end(), '\n'));
}

void Code::append(std::string_view piece, const Origin& origin) {
  while (piece.ends_with('\n')) piece.remove_suffix(1);
  if (piece.empty()) return;
  spans_.push_back({start_line(), origin});
  text_ += piece;
}

void Code::append(const Code& other) {
  if (other.empty()) return;
  const std::size_t first = start_line();
  for (const Span& span : other.spans_) spans_.push_back({first + span.first_line, span.origin});
  text_ += other.text_;
}

}  // namespace quern
