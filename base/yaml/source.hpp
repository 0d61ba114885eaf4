// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace quern {

/// The text of one file, held as long as anything points into it, and the name that messages call it by.
class Source {
 public:
  Source(std::string name, std::string text);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Line `number` (from 1) without its line break; empty beyond the end.
  [[nodiscard]] std::string_view line(int number) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<std::size_t> line_starts_;
};

/// A position in a Source. Line from 1, column in bytes from 1. Does not own the source.
struct Place {
  const Source* source = nullptr;
  int line = 1;
  int column = 1;
};

/// The position with its column in characters, as people count. Names the file; safe to keep.
Origin to_origin(const Place& place);

/// User code as written, and where it begins.
struct Text {
  std::string text;
  Place place;

  [[nodiscard]] bool empty() const { return text.empty(); }
};

/// Where the byte at `offset` of a text was written: exact for blocks and one-line scalars, else the text's begin.
Place place_in(const Text& text, std::size_t offset);

}  // namespace quern
