// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text/markdown.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.hpp"
#include "base/printable.hpp"

namespace quern {
namespace {

bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }

std::string without_line_breaks(std::string_view text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool pair = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (!pair) line += text[i] == '\n' || text[i] == '\r' ? ' ' : text[i];
  }
  return printable(line);
}

// References to characters are never markup, neither in markdown nor in HTML. A mention or the number of an issue is
// looked for in what is shown, so there it takes a space of no width to break it.
std::string escaped(const std::string& text) {
  constexpr std::string_view kSpecial = "&<>`*[]|~\\$";
  std::string safe;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool inside =
        i > 0 && i + 1 < text.size() && is_letter_or_digit(text[i - 1]) && is_letter_or_digit(text[i + 1]);
    if (c == '@' || c == '#')
      safe += fmt::format("&#{};&#8203;", static_cast<int>(c));
    else if (kSpecial.find(c) != std::string_view::npos || (c == '_' && !inside))
      safe += fmt::format("&#{};", static_cast<int>(c));
    else
      safe += c;
  }
  return safe;
}

// What would make a list, a rule, a heading or code of a line that begins with it.
std::size_t block_mark(const std::string& text) {
  if (text.empty()) return std::string::npos;
  if (std::string_view("-+= ").find(text[0]) != std::string_view::npos) return 0;
  const std::size_t end = text.find_first_not_of("0123456789");
  if (end == std::string::npos || end == 0 || (text[end] != '.' && text[end] != ')')) return std::string::npos;
  return end + 1 == text.size() || text[end + 1] == ' ' ? end : std::string::npos;
}

std::size_t longest_run(std::string_view text, char of) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == of ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace

std::string markdown_text(std::string_view text) {
  const std::string line = without_line_breaks(text);
  const std::size_t mark = block_mark(line);
  if (mark == std::string::npos) return escaped(line);
  return fmt::format("{}&#{};{}", line.substr(0, mark), static_cast<int>(line[mark]), escaped(line.substr(mark + 1)));
}

std::string markdown_code(std::string_view text) {
  const std::string line = printable(text);
  // In a table a bar ends the cell even in backticks, and outside of one it cannot be escaped there.
  if (line.empty() || line.find('|') != std::string::npos) return html_code(line);
  const std::string ticks(longest_run(line, '`') + 1, '`');
  const bool touches = line.front() == '`' || line.back() == '`' || (line.front() == ' ' && line.back() == ' ');
  return fmt::format("{0}{1}{2}{1}{0}", ticks, touches ? " " : "", line);
}

std::string html_code(std::string_view text) { return fmt::format("<code>{}</code>", escaped(printable(text))); }

std::string markdown_block(std::string_view text, std::string_view info) {
  const std::string ticks(std::max<std::size_t>(longest_run(text, '`') + 1, 3), '`');
  return fmt::format("{0}{1}\n{2}\n{0}\n", ticks, info, printable(text));
}

}  // namespace quern
