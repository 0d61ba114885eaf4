// SPDX-License-Identifier: Apache-2.0
#include "expand/variants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "expand/node_reader.hpp"

namespace quern {
namespace {

struct Section {
  Text heading;  // empty: the lines before any heading
  std::vector<Text> lines;
};

struct Block {
  Text setup;
  Text global_setup;
  std::vector<Section> sections;
};

std::string_view trim(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\t') || text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

/// Reads a block line by line. A heading is a comment that begins with '@'; other comments and blank lines are passed
/// over, except in setup sections, which are kept to the letter.
class BlockSplitter {
 public:
  BlockSplitter(const Text& text, std::string_view comment, Problems& problems)
      : text_(text), comment_(comment), problems_(problems) {}

  Block split() {
    std::string_view rest = text_.text;
    for (int number = 0; !rest.empty(); ++number) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      look_at(line, place_of(line, number));
    }
    return std::move(block_);
  }

 private:
  [[nodiscard]] Place place_of(std::string_view line, int number) const {
    const std::string_view content = trim(line);
    const int at = text_.place.line + number;
    const auto from = static_cast<std::size_t>(number == 0 ? text_.place.column - 1 : 0);  // past the key
    const std::size_t column = content.empty() ? 0 : text_.place.source->line(at).find(content, from);
    if (column == std::string_view::npos) return text_.place;
    return {text_.place.source, at, static_cast<int>(column) + 1};
  }

  void look_at(std::string_view line, const Place& place) {
    const std::string_view content = trim(line);
    if (const std::optional<std::string_view> heading = heading_of(content)) {
      start(std::string(*heading), place);
    } else if (setup_section_ != nullptr) {
      if (setup_section_->empty()) setup_section_->place = place;
      setup_section_->text += std::string(line) + "\n";
    } else if (!content.empty() && !content.starts_with(comment_)) {
      if (block_.sections.empty()) block_.sections.push_back({{"", place}, {}});
      block_.sections.back().lines.push_back({std::string(content), place});
    }
  }

  [[nodiscard]] std::optional<std::string_view> heading_of(std::string_view content) const {
    if (!content.starts_with(comment_)) return std::nullopt;
    content = trim(content.substr(comment_.size()));
    if (!content.starts_with('@')) return std::nullopt;
    return trim(content.substr(1));
  }

  void start(const std::string& heading, const Place& place) {
    setup_section_ = nullptr;
    if (heading == "Setup" || heading == "Global_Setup") {
      setup_section_ = heading == "Setup" ? &block_.setup : &block_.global_setup;
      if (!setup_section_->empty()) problems_.add(place, fmt::format("a second @{} section", heading), "join the two");
      return;
    }
    if (!check_label(heading, place, problems_)) return;
    if (id_part(heading) == "setup" || id_part(heading) == "global_setup")
      problems_.add(place, fmt::format("'@{}' would be a label", heading),
                    "sections are called @Setup and @Global_Setup");
    const auto same = [&](const Section& section) { return section.heading.text == heading; };
    if (std::any_of(block_.sections.begin(), block_.sections.end(), same))
      problems_.add(place, fmt::format("duplicate label '{}'", heading), "give each heading its own name");
    block_.sections.push_back({{heading, place}, {}});
  }

  const Text& text_;
  std::string_view comment_;
  Problems& problems_;
  Block block_;
  Text* setup_section_ = nullptr;
};

void check_block(const Block& block, const Text& text, Problems& problems) {
  if (block.sections.empty())
    problems.add(text.place, "no line to measure in this block", "write one benchmark per line");
  for (const Section& section : block.sections)
    if (section.lines.empty())
      problems.add(section.heading.place, fmt::format("no line to measure under '{}'", section.heading.text));
}

std::string under(const Section& section) {
  return section.heading.empty() ? "before the first heading" : fmt::format("under '{}'", section.heading.text);
}

void check_pair(const Section& py, const Section& cpp, Problems& problems) {
  if (py.heading.text != cpp.heading.text)
    problems.add(cpp.heading.place, fmt::format("this part is {}, the Python block's is {}", under(cpp), under(py)),
                 "both languages need the same headings in the same order");
  else if (py.lines.size() != cpp.lines.size())
    problems.add(cpp.lines.empty() ? cpp.heading.place : cpp.lines.back().place,
                 fmt::format("{} lines of Python but {} of C++ {}", py.lines.size(), cpp.lines.size(), under(cpp)),
                 "line i of one language is measured beside line i of the other");
}

void check_agreement(const Block& py, const Block& cpp, Problems& problems) {
  const std::size_t common = std::min(py.sections.size(), cpp.sections.size());
  for (std::size_t i = 0; i < common; ++i) check_pair(py.sections[i], cpp.sections[i], problems);
  const Block& longer = py.sections.size() > cpp.sections.size() ? py : cpp;
  if (longer.sections.size() > common && common > 0)
    problems.add(longer.sections[common].heading.place,
                 fmt::format("no part for '{}' in the other language", longer.sections[common].heading.text),
                 "both languages need the same headings in the same order");
}

void add_section(const Section* py, const Section* cpp, std::vector<Variant>& variants) {
  const Section& any = py != nullptr ? *py : *cpp;
  for (std::size_t i = 0; i < any.lines.size(); ++i) {
    Variant variant;
    if (!any.heading.empty()) variant.label.push_back(any.heading.text);
    variant.label.push_back(std::to_string(i));
    if (py != nullptr) variant.stmt.py = py->lines[i];
    if (cpp != nullptr) variant.stmt.cpp = cpp->lines[i];
    variants.push_back(std::move(variant));
  }
}

}  // namespace

GroupedVariants split_variants(const PerLanguage& blocks, Problems& problems) {
  const std::size_t before = problems.size();
  const Block py = BlockSplitter(blocks.py, "#", problems).split();
  const Block cpp = BlockSplitter(blocks.cpp, "//", problems).split();
  if (!blocks.py.empty()) check_block(py, blocks.py, problems);
  if (!blocks.cpp.empty()) check_block(cpp, blocks.cpp, problems);
  const bool both = !blocks.py.empty() && !blocks.cpp.empty();
  if (both) check_agreement(py, cpp, problems);

  GroupedVariants split{{{py.setup, cpp.setup}, {py.global_setup, cpp.global_setup}}, {}};
  if (problems.size() > before) return split;
  const std::size_t count = std::max(py.sections.size(), cpp.sections.size());
  for (std::size_t i = 0; i < count; ++i)
    add_section(blocks.py.empty() ? nullptr : &py.sections[i], blocks.cpp.empty() ? nullptr : &cpp.sections[i],
                split.variants);
  return split;
}

}  // namespace quern
