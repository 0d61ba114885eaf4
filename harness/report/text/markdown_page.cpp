// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text/markdown_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace quern {
namespace {

std::string left_out(const PageSection& section, std::size_t count) {
  return fmt::format("{} not shown here: {}; see the JSON report (`--format json`)\n", section.what, count);
}

// UTF-8 goes on until a byte begins the next character.
std::size_t character_start(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) --at;
  return at;
}

}  // namespace

std::string fitting_section(const PageSection& section, std::size_t most) {
  const std::size_t count = section.pieces.size();
  if (count == 0) return {};
  const std::size_t frame = section.opening.size() + section.closing.size();
  std::size_t whole = frame;
  for (const std::string& piece : section.pieces) whole += piece.size();
  const std::size_t reserved = whole <= most ? 0 : 1 + left_out(section, count).size();
  std::string text = section.opening;
  std::size_t shown = 0;
  while (shown < count && text.size() + section.pieces[shown].size() + section.closing.size() + reserved <= most)
    text += section.pieces[shown++];
  if (shown == count) return text + section.closing;
  if (shown > 0) return text + section.closing + "\n" + left_out(section, count - shown);
  const std::string nothing = left_out(section, count);
  return nothing.size() <= most ? nothing : std::string{};
}

void MarkdownPage::add(std::size_t place, const PageSection& section, std::size_t share) {
  add_text(place, fitting_section(section, left_ > 0 ? (left_ - 1) / share : 0));
}

void MarkdownPage::add_text(std::size_t place, std::string text) {
  if (text.empty() || left_ == 0) return;
  // One byte is for the empty line before it.
  if (text.size() + 1 > left_) text.resize(character_start(text, left_ - 1));
  left_ -= text.size() + 1;
  if (places_.size() <= place) places_.resize(place + 1);
  places_[place] = std::move(text);
}

std::string MarkdownPage::text() const {
  std::string page;
  for (const std::string& part : places_)
    if (!part.empty()) page += (page.empty() ? "" : "\n") + part;
  return page;
}

}  // namespace quern
