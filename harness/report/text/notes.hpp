// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace quern {

/// The notes of two sides as lines that are fit to print: `note: …` if both have it, else `note on A: …`, by the names
/// of the sides.
struct SideNotes {
  const std::vector<std::string>& a;
  const std::vector<std::string>& b;
  std::string_view name_a;
  std::string_view name_b;
};

std::vector<std::string> note_lines(const SideNotes& notes);

}  // namespace quern
