// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quern {

/// A part of a page that may be left out piece by piece.
struct PageSection {
  std::string what;                      // the pieces, in words: `cases`
  std::string opening = {};              // before the first piece
  std::vector<std::string> pieces = {};  // the most important first
  std::string closing = {};              // behind the last one
};

/// As many pieces as fit into `most` bytes, and how many are left out; nothing of a section without pieces.
std::string fitting_section(const PageSection& section, std::size_t most);

/// A page of at most so many bytes, made of sections that are written in one order and matter in another.
class MarkdownPage {
 public:
  explicit MarkdownPage(std::size_t most) : left_(most) {}

  /// Adds a section at its place on the page. It may take the `share`th part of what is left.
  void add(std::size_t place, const PageSection& section, std::size_t share);
  /// Adds text that is cut if it does not fit.
  void add_text(std::size_t place, std::string text);

  [[nodiscard]] std::string text() const;

 private:
  std::size_t left_;
  std::vector<std::string> places_;
};

}  // namespace quern
