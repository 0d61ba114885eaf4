// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

#include "base/yaml/source.hpp"

namespace quern {

/// Collects the mistakes found in definitions, so that a user sees all of them at once.
class Problems {
 public:
  /// Remembers one mistake; `hint` says what would be right.
  void add(const Place& place, const std::string& message, const std::string& hint = {});

  [[nodiscard]] std::size_t size() const { return found_.size() + dropped_; }
  [[nodiscard]] bool empty() const { return found_.empty(); }

  /// Each mistake as `file:line:column: message`, its source line and a caret; files in the order in which they were
  /// first mentioned, and within a file by position. The first hundred, and how many more there are.
  [[nodiscard]] std::string render() const;

  /// Throws Error(definition) with render() unless empty.
  void throw_if_any() const;

 private:
  struct Problem {
    std::size_t file;
    int line;
    int column;
    std::string text;
  };
  std::size_t file_number(const std::string& name);

  std::vector<Problem> found_;
  std::size_t dropped_ = 0;  // counted, no longer kept
  std::vector<std::string> files_;
};

}  // namespace quern
