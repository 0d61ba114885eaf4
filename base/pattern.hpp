// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace re2 {
class RE2;
}

namespace quern {

/// A regular expression. Patterns and texts may come from anybody: the time of a search grows with the length of the
/// text and nothing recurses. That is why there are no backreferences and no look-around; else the syntax is Perl's.
/// The one place that knows RE2.
class Pattern {
 public:
  /// A pattern that is found in every text.
  Pattern();
  /// Throws Error(usage) whose message says what is wrong with the pattern.
  explicit Pattern(std::string text);
  ~Pattern();
  Pattern(const Pattern& other);
  Pattern& operator=(const Pattern& other);
  Pattern(Pattern&& other) noexcept;
  Pattern& operator=(Pattern&& other) noexcept;

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool found_in(std::string_view text) const;
  /// The first match in `text`: all that matched, then what each pair of brackets matched. The views point into `text`.
  [[nodiscard]] std::optional<std::vector<std::string_view>> first_in(std::string_view text) const;

 private:
  std::string text_;
  std::unique_ptr<const re2::RE2> compiled_;
};

/// What to do about a pattern that cannot be read.
constexpr const char* kPatternHint =
    "escape ( ) [ ] { } . * + ? | with a backslash to mean the character itself; there are no backreferences and no "
    "look-around";

}  // namespace quern
