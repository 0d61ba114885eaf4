// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text/markdown_table.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "harness/report/text/markdown.hpp"
#include "harness/report/text/text.hpp"

namespace quern {
namespace {

constexpr std::size_t kMostOfCell = 200;  // characters

}  // namespace

std::string short_cell(const std::string& text) { return markdown_text(without_middle(first_line(text), kMostOfCell)); }

std::string name_cell(const Case& args) { return markdown_code(shown(args.label.back(), kMostOfCell)); }

void MarkdownTables::before(const Case& args) {
  const std::string now = heading(args);
  if (begun_ && now == last_) return;
  fmt::print(out_, "{}### {}\n\n{}", begun_ ? "\n" : "", markdown_text(without_middle(now, kMostOfCell)), columns_);
  begun_ = true;
  last_ = now;
}

}  // namespace quern
