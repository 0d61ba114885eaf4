// SPDX-License-Identifier: Apache-2.0
#include "expand/scope.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "expand/axes.hpp"

namespace quern {
namespace {

const Axis* find_axis(const Scope& scope, std::size_t visible, std::string_view name) {
  for (std::size_t i = 0; i < visible; ++i)
    if (scope.axes[i]->name == name) return scope.axes[i];
  return nullptr;
}

template <typename Item>
void add_unique(std::vector<Item>& items, const std::vector<Item>& more) {
  for (const Item& item : more)
    if (std::find(items.begin(), items.end(), item) == items.end()) items.push_back(item);
}

void check_spelling(const Axis& axis, Language language, Problems& problems) {
  for (const AxisValue& value : axis.values)
    if (value.of(language).empty())
      problems.add(axis.place,
                   fmt::format("axis '{}' has no {} text for '{}'", axis.name,
                               language == Language::cpp ? "C++" : "Python", value.label),
                   "it is used in that language");
}

}  // namespace

std::vector<std::string> Scope::requirements(Language language) const {
  std::vector<std::string> texts;
  for (const Requirement& requirement : requires_)
    if (requirement.language.value_or(language) == language) add_unique(texts, {requirement.text});
  return texts;
}

void check_axis_uses(const Scope& scope, const ScopedText& text, Language language, Problems& problems) {
  if (text.axes == 0) return;  // without axes, braces are only code
  for (const AxisUse& use : axis_uses(text.text->text)) {
    if (const Axis* axis = find_axis(scope, text.axes, use.name))
      check_spelling(*axis, language, problems);
    else
      problems.add(place_in(*text.text, use.offset), fmt::format("axis '{}' is not declared here", use.name),
                   fmt::format("add it to axes, or write {{{{{}}}}} for plain braces", use.name));
  }
}

void add_setup(Scope& scope, const GroupedSetup& setup, Problems& problems) {
  for (const Language language : {Language::python, Language::cpp}) {
    Scope::Texts& texts = language == Language::cpp ? scope.cpp : scope.py;
    const ScopedText local{&setup.local.of(language), scope.axes.size()};
    const ScopedText global{&setup.global.of(language), scope.axes.size()};
    if (!local.text->empty()) texts.setup.push_back(local);
    if (!global.text->empty()) texts.global_setup.push_back(global);
    check_axis_uses(scope, local, language, problems);
    check_axis_uses(scope, global, language, problems);
  }
}

Scope enter(const Scope& outer, const std::string& label, const Shared& shared, Problems& problems) {
  Scope scope = outer;
  if (!label.empty()) scope.label.push_back(label);
  for (const Axis& axis : shared.axes) {
    if (const Axis* known = find_axis(scope, scope.axes.size(), axis.name))
      problems.add(axis.place, fmt::format("axis '{}' is declared twice", axis.name),
                   fmt::format("first in line {}", known->place.line));
    else
      scope.axes.push_back(&axis);
  }
  add_unique(scope.tags, shared.tags);
  add_unique(scope.requires_, shared.requires_);
  if (!shared.num_threads.empty()) scope.num_threads = shared.num_threads;
  add_setup(scope, shared.setup, problems);
  return scope;
}

}  // namespace quern
