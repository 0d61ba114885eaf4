// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>
#include <string>
#include <utility>

#include "expand/case/case.hpp"

namespace quern {

/// The first line of any text as a cell. Long ones lose their middle: one name must not make the page unreadable.
std::string short_cell(const std::string& text);
/// The name of a case, as code.
std::string name_cell(const Case& args);

/// Tables of cases, one under each heading.
class MarkdownTables {
 public:
  /// `columns` are the two lines that begin each of them.
  MarkdownTables(std::string columns, std::ostream& out) : columns_(std::move(columns)), out_(out) {}

  /// Begins a table if the case stands under other labels than the one before.
  void before(const Case& args);

 private:
  std::string columns_;
  std::ostream& out_;
  std::string last_;
  bool begun_ = false;
};

}  // namespace quern
