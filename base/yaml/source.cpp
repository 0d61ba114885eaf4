// SPDX-License-Identifier: Apache-2.0
#include "base/yaml/source.hpp"

#include <algorithm>
#include <utility>

namespace quern {

Source::Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)), line_starts_{0} {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // the YAML parser does not count it either
  if (text_.starts_with(kByteOrderMark)) text_.erase(0, kByteOrderMark.size());
  for (std::size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
}

std::string_view Source::line(int number) const {
  if (number < 1 || static_cast<std::size_t>(number) > line_starts_.size()) return {};
  // Not a search for the line's end: one line of megabytes is asked for once per thing on it.
  const auto next = static_cast<std::size_t>(number);
  const std::size_t begin = line_starts_[next - 1];
  const std::size_t end = next < line_starts_.size() ? line_starts_[next] - 1 : text_.size();
  const std::string_view line = std::string_view(text_).substr(begin, end - begin);
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

Origin to_origin(const Place& place) {
  const std::string_view before = place.source->line(place.line).substr(0, static_cast<std::size_t>(place.column - 1));
  const auto continuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  const auto hidden = std::count_if(before.begin(), before.end(), continuation);
  return {place.source->name(), place.line, place.column - static_cast<int>(hidden)};
}

Place place_in(const Text& text, std::size_t offset) {
  const std::string_view before = std::string_view(text.text).substr(0, offset);
  const std::size_t line_begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  const std::string_view rest = std::string_view(text.text).substr(line_begin);
  const int line = text.place.line + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
  // On its first line, the text's key stands before it and may hold the same letters.
  const auto from = static_cast<std::size_t>(line == text.place.line ? text.place.column - 1 : 0);
  const std::size_t column = text.place.source->line(line).find(rest.substr(0, rest.find('\n')), from);
  if (column == std::string_view::npos) return text.place;  // folded, or written with escapes
  return {text.place.source, line, static_cast<int>(column + (offset - line_begin)) + 1};
}

}  // namespace quern
