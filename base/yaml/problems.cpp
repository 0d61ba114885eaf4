// SPDX-License-Identifier: Apache-2.0
#include "base/yaml/problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/error.hpp"
#include "base/printable.hpp"

namespace quern {
namespace {

constexpr std::size_t kMostShown = 100;
constexpr std::size_t kMostKept = 1000;  // a file of one long line can hold a hundred thousand mistakes
constexpr std::size_t kWidth = 120;
constexpr std::string_view kIndent = "    ";

struct Excerpt {
  std::string before;  // the part of the line left of the caret
  std::string after;
};

// A cut must not split a character.
std::size_t character_start(std::string_view line, std::size_t at) {
  while (at > 0 && at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0U) == 0x80U) --at;
  return std::min(at, line.size());
}

// The surroundings of a column: long lines are cut on both sides.
Excerpt excerpt(std::string_view line, std::size_t column) {
  column = character_start(line, column);
  const std::size_t begin = column < kWidth ? 0 : character_start(line, column - kWidth / 2);
  const std::size_t end = character_start(line, std::max(begin + kWidth, column));
  return {(begin > 0 ? "…" : "") + printable(line.substr(begin, column - begin)),
          printable(line.substr(column, end - column)) + (end < line.size() ? "…" : "")};
}

std::string show(const Place& place, const std::string& message, const std::string& hint) {
  const std::string_view line = place.source->line(place.line);
  std::string shown = fmt::format("{}: {}", printable(to_string(to_origin(place))), message);
  if (!line.empty()) {
    const Excerpt near = excerpt(line, static_cast<std::size_t>(place.column - 1));
    shown += fmt::format("\n{}{}{}\n{}{}^", kIndent, near.before, near.after, kIndent,
                         std::string(character_count(near.before), ' '));
    if (!hint.empty()) shown += " " + hint;
  } else if (!hint.empty()) {
    shown += fmt::format("\n{}{}", kIndent, hint);
  }
  return shown;
}

}  // namespace

void Problems::add(const Place& place, const std::string& message, const std::string& hint) {
  if (found_.size() == kMostKept) {
    ++dropped_;
    return;
  }
  found_.push_back(
      {file_number(place.source->name()), place.line, place.column, show(place, printable(message), printable(hint))});
}

std::size_t Problems::file_number(const std::string& name) {
  const auto known = std::find(files_.begin(), files_.end(), name);
  if (known == files_.end()) files_.push_back(name);
  return static_cast<std::size_t>(std::find(files_.begin(), files_.end(), name) - files_.begin());
}

std::string Problems::render() const {
  std::vector<Problem> sorted = found_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Problem& a, const Problem& b) {
    return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
  });
  // What an alias repeats is one mistake.
  const auto same = [](const Problem& a, const Problem& b) { return a.text == b.text; };
  sorted.erase(std::unique(sorted.begin(), sorted.end(), same), sorted.end());
  std::string text;
  for (std::size_t i = 0; i < std::min(sorted.size(), kMostShown); ++i) text += (i > 0 ? "\n" : "") + sorted[i].text;
  const std::size_t all = sorted.size() + dropped_;
  if (all > kMostShown) text += fmt::format("\n… and {} more", all - kMostShown);
  return text;
}

void Problems::throw_if_any() const {
  if (!empty()) throw Error(ErrorKind::definition, render());
}

}  // namespace quern
