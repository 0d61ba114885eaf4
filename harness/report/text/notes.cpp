// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text/notes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/report/text/text.hpp"

namespace quern {
namespace {

constexpr std::size_t kMostOfNote = 1000;

bool has_note(const std::vector<std::string>& notes, const std::string& note) {
  return std::find(notes.begin(), notes.end(), note) != notes.end();
}

}  // namespace

std::vector<std::string> note_lines(const SideNotes& notes) {
  std::vector<std::string> lines;
  for (const std::string& note : notes.a) {
    const std::string side = has_note(notes.b, note) ? "" : fmt::format(" on {}", notes.name_a);
    lines.push_back(fmt::format("note{}: {}", side, shown(note, kMostOfNote)));
  }
  for (const std::string& note : notes.b)
    if (!has_note(notes.a, note))
      lines.push_back(fmt::format("note on {}: {}", notes.name_b, shown(note, kMostOfNote)));
  return lines;
}

}  // namespace quern
