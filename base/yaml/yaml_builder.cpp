// SPDX-License-Identifier: Apache-2.0
#include "base/yaml/yaml_builder.hpp"

#include <fmt/format.h>

#include <string_view>
#include <unordered_map>
#include <utility>

namespace quern {
namespace {

constexpr std::size_t kDeepest = 100;
constexpr std::size_t kMostNodes = 1'000'000;
constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

}  // namespace

Place YamlBuilder::place(const YAML::Mark& mark) const { return {&source_, mark.line + 1, mark.column + 1}; }

// Content begins behind an anchor or a tag: a block's on the line after its `|`, quoted text's after the quote.
Place YamlBuilder::content_place(const Place& at) const {
  const std::string_view line = source_.line(at.line);
  std::string_view rest = line;
  rest.remove_prefix(std::min(rest.size(), static_cast<std::size_t>(at.column - 1)));
  while (rest.starts_with('&') || rest.starts_with('!')) {
    rest.remove_prefix(std::min(rest.find(' '), rest.size()));
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  }
  if (rest.starts_with('|') || rest.starts_with('>')) {
    const std::string_view first = source_.line(at.line + 1);
    return {&source_, at.line + 1, static_cast<int>(std::min(first.find_first_not_of(' '), first.size())) + 1};
  }
  if (rest.empty()) return at;  // it begins on a line below
  if (rest.starts_with('"') || rest.starts_with('\'')) rest.remove_prefix(1);
  return {&source_, at.line, static_cast<int>(line.size() - rest.size()) + 1};
}

void YamlBuilder::stop(const Place& at, const std::string& message, const std::string& hint) {
  problems_.add(at, message, hint);
  throw StopReading{};
}

void YamlBuilder::OnDocumentStart(const YAML::Mark& mark) {
  if (++documents_ > 1) stop(place(mark), "a second document begins here", "put it into a file of its own");
}

void YamlBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  // yaml-cpp puts a missing value where the next thing begins, perhaps lines below: show its key instead.
  const bool has_key = !open_.empty() && !open_.back().key.empty();
  YamlNode node;
  node.place = has_key ? open_.back().key.front().place : place(mark);
  add(std::move(node), anchor);
}

void YamlBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const auto found = anchored_.find(anchor);
  if (found == anchored_.end()) stop(place(mark), "this alias stands inside what it refers to", "write it out");
  charge(found->second, place(mark));
  insert(found->second);
}

void YamlBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                           const std::string& value) {
  YamlNode node;
  node.kind = YamlNode::Kind::scalar;
  node.plain = tag == "?";
  node.place = place(mark);
  node.text = {value, content_place(node.place)};
  add(std::move(node), anchor);
}

void YamlBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                                  YAML::EmitterStyle::value /*style*/) {
  open(YamlNode::Kind::sequence, mark, anchor);
}

void YamlBuilder::OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                             YAML::EmitterStyle::value /*style*/) {
  open(YamlNode::Kind::map, mark, anchor);
}

void YamlBuilder::OnMapEnd() {
  check_duplicates(open_.back().node);
  close();
}

void YamlBuilder::open(YamlNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
  if (open_.size() >= kDeepest)
    stop(place(mark), fmt::format("nested more than {} levels deep", kDeepest), "flatten the groups");
  Open opened{{}, anchor, {}};
  opened.node.kind = kind;
  opened.node.place = place(mark);
  open_.push_back(std::move(opened));
}

void YamlBuilder::close() {
  Open closed = std::move(open_.back());
  open_.pop_back();
  add(std::move(closed.node), closed.anchor);
}

void YamlBuilder::add(YamlNode node, YAML::anchor_t anchor) {
  count(node);
  if (anchor != 0) {
    charge(node, node.place);  // anchors inside anchors: a copy per level
    anchored_.insert_or_assign(anchor, node);
  }
  insert(std::move(node));
}

void YamlBuilder::insert(YamlNode node) {
  if (open_.empty()) {
    root_ = std::move(node);
    return;
  }
  Open& parent = open_.back();
  if (parent.node.kind == YamlNode::Kind::sequence) {
    parent.node.items.push_back(std::move(node));
  } else if (parent.key.empty()) {
    if (node.kind != YamlNode::Kind::scalar) stop(node.place, "a key must be text", "quote it, or name it");
    parent.key.push_back(std::move(node));
  } else {
    parent.node.entries.push_back({std::move(parent.key.front()), std::move(node)});
    parent.key.clear();
  }
}

void YamlBuilder::count(const YamlNode& node) {
  if (++nodes_ > kMostNodes)
    stop(node.place, fmt::format("the file has more than {} keys and values", kMostNodes),
         "use axes to make many cases");
}

// Counts what anchors and aliases copy. Without it, nine lines of aliases fill any memory.
void YamlBuilder::charge(const YamlNode& node, const Place& at) {
  bytes_ += node.text.text.size();
  if (++copied_nodes_ > kMostNodes || bytes_ > kMostBytes)
    stop(at, fmt::format("aliases expand to more than {} nodes or {} MB", kMostNodes, kMostBytes >> 20U),
         "use axes to make many cases");
  for (const YamlNode& item : node.items) charge(item, at);
  for (const YamlEntry& entry : node.entries) {
    charge(entry.key, at);
    charge(entry.value, at);
  }
}

void YamlBuilder::check_duplicates(const YamlNode& map) {
  std::unordered_map<std::string_view, int> seen;
  for (const YamlEntry& entry : map.entries) {
    const auto [first, added] = seen.emplace(entry.key.text.text, entry.key.place.line);
    if (!added)
      problems_.add(entry.key.place, fmt::format("duplicate key '{}'", entry.key.text.text),
                    fmt::format("first used in line {}", first->second));
  }
}

}  // namespace quern
