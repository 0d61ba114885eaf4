// SPDX-License-Identifier: Apache-2.0
#include "base/yaml/text_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/printable.hpp"

namespace quern {
namespace {

int line_of(std::string_view text, std::size_t offset) {
  return static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n')) + 1;
}

Place place_at(const Source& source, std::size_t offset) {
  const std::size_t newline = std::string_view(source.text()).substr(0, offset).rfind('\n');
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  return {&source, line_of(source.text(), offset), static_cast<int>(offset - begin) + 1};
}

bool is_allowed_control(char c) { return c == '\n' || c == '\r' || c == '\t'; }

// `key: |`, `- >-`, … : what follows, deeper indented, is somebody's code and may hold any tab.
bool opens_block_scalar(std::string_view line) {
  const std::size_t comment = line.find(" #");
  line = line.substr(0, comment);
  while (line.ends_with(' ') || line.ends_with('\t') || line.ends_with('\r')) line.remove_suffix(1);
  while (!line.empty() && (line.back() == '+' || line.back() == '-' || (line.back() >= '1' && line.back() <= '9')))
    line.remove_suffix(1);
  return line.size() >= 2 && (line.ends_with(" |") || line.ends_with(" >"));
}

class TabFinder {
 public:
  TabFinder(const Source& source, Problems& problems) : source_(source), problems_(problems) {}

  void look_at(std::string_view line, int number) {
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t content = std::min(line.find_first_not_of(" \t\r"), line.size());
    if (content == line.size()) return;  // blank
    if (in_block_ && indent > block_parent_) return;
    if (content > indent) {
      problems_.add({&source_, number, static_cast<int>(indent) + 1}, "tab used as indentation",
                    "YAML indents with spaces only");
      return;
    }
    in_block_ = opens_block_scalar(line);
    block_parent_ = indent;
  }

 private:
  const Source& source_;
  Problems& problems_;
  bool in_block_ = false;
  std::size_t block_parent_ = 0;
};

bool check_tabs(const Source& source, Problems& problems) {
  const std::size_t before = problems.size();
  const int lines = line_of(source.text(), source.text().size());
  TabFinder finder(source, problems);
  for (int number = 1; number <= lines; ++number) finder.look_at(source.line(number), number);
  return problems.size() == before;
}

}  // namespace

bool check_characters(const Source& source, Problems& problems) {
  const std::string_view text = source.text();
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_character(text.substr(i));
    const bool c1 = length == 2 && text[i] == '\xC2' && static_cast<unsigned char>(text[i + 1]) < 0xA0U;
    const bool control = static_cast<unsigned char>(text[i]) < 0x20U || text[i] == '\x7F' || c1;
    if (length == 0) {
      problems.add(place_at(source, i), fmt::format("byte 0x{:02x} is not UTF-8", static_cast<unsigned char>(text[i])),
                   "save the file as UTF-8");
      return false;
    }
    if (control && !is_allowed_control(text[i])) {
      problems.add(place_at(source, i), "control character", "write it as an escape in a double-quoted text: \"\\e\"");
      return false;
    }
    i += length;
  }
  return true;
}

bool check_text(const Source& source, Problems& problems) {
  return check_characters(source, problems) && check_tabs(source, problems);
}

}  // namespace quern
