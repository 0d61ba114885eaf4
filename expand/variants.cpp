// SPDX-License-Identifier: Apache-2.0
#include "expand/variants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/yaml/node_reader.hpp"
#include "expand/label.hpp"

namespace quern {
namespace {

struct Section {
  Text heading;             // empty: the lines before any heading
  std::vector<Text> lines;  // an empty one holds the place of a comment or a blank line

  [[nodiscard]] bool measures() const {
    return std::any_of(lines.begin(), lines.end(), [](const Text& line) { return !line.empty(); });
  }
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

/// Reads a block line by line. A heading is a comment that begins with '@'; other comments and blank lines are not
/// measured but keep their place, so that line i stays beside line i of the other language. Setup sections are kept to
/// the letter.
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
    } else {
      if (block_.sections.empty()) block_.sections.push_back({{"", place}, {}});
      const bool measured = !content.starts_with(comment_);
      block_.sections.back().lines.push_back({std::string(measured ? content : ""), place});
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
    if (const std::string section = id_part(heading); section == "setup" || section == "global_setup") {
      setup_section_ = section == "setup" ? &block_.setup : &block_.global_setup;
      if (!setup_section_->empty()) problems_.add(place, fmt::format("a second @{} section", heading), "join the two");
      return;
    }
    if (!check_label(heading, place, problems_)) return;
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
  if (text.empty()) return;
  if (std::none_of(block.sections.begin(), block.sections.end(), [](const Section& s) { return s.measures(); }))
    problems.add(text.place, "no line to measure in this block", "write one benchmark per line");
}

/// The lines of both languages under one heading, beside each other; the shorter list is padded.
class Pairing {
 public:
  Pairing(const Block& py, const Block& cpp, Problems& problems) : py_(py), cpp_(cpp), problems_(problems) {}

  std::vector<Variant> pair() {
    for (const Section& section : py_.sections) add(section, &section, find(cpp_, section));
    for (const Section& section : cpp_.sections)
      if (find(py_, section) == nullptr) add(section, nullptr, &section);
    return std::move(variants_);
  }

 private:
  static const Section* find(const Block& block, const Section& wanted) {
    const auto found = std::find_if(block.sections.begin(), block.sections.end(),
                                    [&](const Section& s) { return s.heading.text == wanted.heading.text; });
    return found == block.sections.end() ? nullptr : &*found;
  }

  static Text line(const Section* section, std::size_t number) {
    return section == nullptr || number >= section->lines.size() ? Text{} : section->lines[number];
  }

  void add(const Section& any, const Section* py, const Section* cpp) {
    const std::size_t before = variants_.size();
    const std::size_t lines = std::max(py == nullptr ? 0 : py->lines.size(), cpp == nullptr ? 0 : cpp->lines.size());
    for (std::size_t i = 0; i < lines; ++i) {
      Variant variant{{}, {line(py, i), line(cpp, i)}};
      if (variant.stmt.py.empty() && variant.stmt.cpp.empty()) continue;
      if (!any.heading.empty()) variant.label.push_back(any.heading.text);
      variant.label.push_back(std::to_string(variants_.size() - before));
      variants_.push_back(std::move(variant));
    }
    if (variants_.size() == before && !any.heading.empty())
      problems_.add(any.heading.place, fmt::format("no line to measure under '{}'", any.heading.text));
  }

  const Block& py_;
  const Block& cpp_;
  Problems& problems_;
  std::vector<Variant> variants_;
};

}  // namespace

GroupedVariants split_variants(const PerLanguage& blocks, Problems& problems) {
  const std::size_t before = problems.size();
  const Block py = BlockSplitter(blocks.py, "#", problems).split();
  const Block cpp = BlockSplitter(blocks.cpp, "//", problems).split();
  check_block(py, blocks.py, problems);
  check_block(cpp, blocks.cpp, problems);
  GroupedVariants split{{{py.setup, cpp.setup}, {py.global_setup, cpp.global_setup}},
                        Pairing(py, cpp, problems).pair()};
  if (problems.size() > before) split.variants.clear();
  return split;
}

}  // namespace quern
