// SPDX-License-Identifier: Apache-2.0
#include "expand/ops/copies.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "base/yaml/node_reader.hpp"
#include "expand/ops/operator_config.hpp"

namespace quern {
namespace {

constexpr const char* kCopyForm = "it is [index, [argument, index]]";

struct PlacedCopy {
  ElementCopy copy;
  Place place;
};

const YamlNode* argument_of(const YamlNode& spec, const CopyElement& element) {
  const YamlNode* const section = member(spec, element.section);
  if (section == nullptr) return nullptr;
  if (section->kind == YamlNode::Kind::map) return member(*section, element.argument);
  for (std::size_t i = 0; i < section->items.size(); ++i)
    if (std::to_string(i) == element.argument) return &section->items[i];
  return nullptr;
}

class CopyReader {
 public:
  CopyReader(const YamlNode& spec, Problems& problems) : spec_(spec), problems_(problems) {}

  std::vector<ElementCopy> read() {
    if (const YamlNode* args = member(spec_, "args"))
      for (std::size_t i = 0; i < args->items.size(); ++i)
        read_argument(args->items[i], {"args", std::to_string(i), {}, 0});
    if (const YamlNode* kwargs = member(spec_, "kwargs"))
      for (const YamlEntry& entry : kwargs->entries) read_argument(entry.value, {"kwargs", entry.key.text.text, {}, 0});
    std::vector<ElementCopy> ordered;
    for (const auto& [to, placed] : copies_) visit(placed, ordered);
    return ordered;
  }

 private:
  void read_argument(const YamlNode& argument, const CopyElement& self) {
    const YamlNode* const list = member(argument, "__copy__");
    if (list == nullptr) return;
    if (list->kind != YamlNode::Kind::sequence) return report_type(*list, "a list of copies", problems_);
    for (const YamlNode& item : list->items) {
      if (item.kind != YamlNode::Kind::map) report_type(item, "a map of an attribute to what is copied", problems_);
      for (const YamlEntry& entry : item.entries) read_entry(entry, self);
    }
  }

  void read_entry(const YamlEntry& entry, CopyElement self) {
    self.attribute = entry.key.text.text;
    const YamlNode& form = entry.value;
    const bool pair = form.items.size() == 2 && form.items[1].items.size() == 2;
    const std::optional<std::size_t> index = pair ? read_index(form.items[0]) : std::nullopt;
    const std::optional<std::size_t> from_index = pair ? read_index(form.items[1].items[1]) : std::nullopt;
    if (!index || !from_index || form.items[1].items[0].kind != YamlNode::Kind::scalar)
      return problems_.add(form.place, "this is no copy", kCopyForm);
    self.index = *index;
    const YamlNode& whom = form.items[1].items[0];
    const CopyElement from{whom.plain && read_index(whom) ? "args" : "kwargs", whom.text.text, self.attribute,
                           *from_index};
    if (!exists(self, form.items[0].place) || !exists(from, form.items[1].place)) return;
    if (!copies_.emplace(self, PlacedCopy{{self, from}, form.place}).second)
      problems_.add(form.place, fmt::format("'{}[{}]' is copied to twice", self.attribute, self.index));
  }

  static std::optional<std::size_t> read_index(const YamlNode& node) {
    const std::string& text = node.text.text;
    constexpr std::size_t kDigits = 6;
    if (text.empty() || text.size() > kDigits || text.find_first_not_of("0123456789") != std::string::npos)
      return std::nullopt;
    return std::stoul(text);
  }

  bool exists(const CopyElement& element, const Place& place) {
    const YamlNode* const argument = argument_of(spec_, element);
    if (argument == nullptr) {
      problems_.add(place, fmt::format("there is no argument '{}' to copy from", element.argument));
      return false;
    }
    const YamlNode* const list = member(*argument, element.attribute);
    if (list == nullptr || list->kind != YamlNode::Kind::sequence) {
      problems_.add(place, fmt::format("argument '{}' has no list '{}'", element.argument, element.attribute));
      return false;
    }
    if (element.index < list->items.size()) return true;
    problems_.add(place,
                  fmt::format("'{}' of argument '{}' has {} elements, and no {}", element.attribute, element.argument,
                              list->items.size(), element.index),
                  "elements are counted from 0");
    return false;
  }

  // Depth first: what it is copied from comes before it. An element that is met again on its own way down is a cycle.
  void visit(const PlacedCopy& placed, std::vector<ElementCopy>& ordered) {
    State& state = states_[placed.copy.to];
    if (state == State::done) return;
    if (state == State::open) {
      problems_.add(placed.place, "these copies go round in a circle", "one of them must have a value of its own");
      return;
    }
    state = State::open;
    if (const auto source = copies_.find(placed.copy.from); source != copies_.end()) visit(source->second, ordered);
    states_[placed.copy.to] = State::done;
    ordered.push_back(placed.copy);
  }

  enum class State { fresh, open, done };

  const YamlNode& spec_;
  Problems& problems_;
  std::map<CopyElement, PlacedCopy> copies_;
  std::map<CopyElement, State> states_;
};

}  // namespace

const YamlNode* member(const YamlNode& map, std::string_view key) {
  for (const YamlEntry& entry : map.entries)
    if (entry.key.text.text == key) return &entry.value;
  return nullptr;
}

std::vector<ElementCopy> read_copies(const YamlNode& spec, Problems& problems) {
  return CopyReader(spec, problems).read();
}

}  // namespace quern
