// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/differences.hpp"

#include <map>
#include <set>
#include <utility>

#include "harness/model/unpinned.hpp"

namespace quern {
namespace {

std::set<Language> all_languages() { return {Language::cpp, Language::python}; }

using Libraries = std::map<std::string, const Library*>;

Libraries by_file(const Fingerprint& fingerprint) {
  Libraries libraries;
  for (const Library& library : fingerprint.libraries) libraries[library.file] = &library;
  return libraries;
}

bool are_same(const Library& a, const Library& b) { return a.build_id == b.build_id && a.size == b.size; }

template <typename Value>
Fact fact_of(const Value* value) {
  return value == nullptr ? Fact{} : Fact{*value};
}

template <typename Map>
std::set<std::string> all_names(const Map& a, const Map& b) {
  std::set<std::string> names;
  for (const Map* map : {&a, &b})
    for (const auto& [name, value] : *map) names.insert(name);
  return names;
}

void add_libraries(const Fingerprint& a, const Fingerprint& b, std::vector<Difference>& found) {
  const Libraries of_a = by_file(a);
  const Libraries of_b = by_file(b);
  const auto look = [](const Libraries& libraries, const std::string& name) {
    const auto entry = libraries.find(name);
    return entry == libraries.end() ? nullptr : entry->second;
  };
  for (const std::string& name : all_names(of_a, of_b)) {
    const Library* const in_a = look(of_a, name);
    const Library* const in_b = look(of_b, name);
    if (in_a == nullptr || in_b == nullptr || !are_same(*in_a, *in_b))
      found.push_back({FactKind::library, name, fact_of(in_a), fact_of(in_b)});
  }
}

void add_text(FactKind kind, const std::string& a, const std::string& b, std::vector<Difference>& found) {
  const auto said = [](const std::string& text) { return text.empty() ? Fact{} : Fact{text}; };
  if (a != b) found.push_back({kind, "", said(a), said(b)});
}

using Values = std::map<std::pair<FactKind, std::string>, std::string>;

// By kind, then by name; what several languages depend on once.
Values values_of(const Fingerprint& environment, const std::set<Language>& languages) {
  Values values;
  for (const Language language : languages)
    for (const Condition& condition : conditions_of(environment, language))
      values[{condition.kind, condition.name}] = condition.value;
  return values;
}

void add_conditions(const Values& a, const Values& b, std::vector<Difference>& found) {
  const auto look = [](const Values& values, const Values::key_type& key) {
    const auto entry = values.find(key);
    return entry == values.end() ? nullptr : &entry->second;
  };
  Values all = a;
  all.insert(b.begin(), b.end());
  for (const auto& [key, unused] : all) {
    const std::string* const in_a = look(a, key);
    const std::string* const in_b = look(b, key);
    if (key.first != FactKind::variable)
      add_text(key.first, *in_a, *in_b, found);  // both sides have all other kinds
    else if (fact_of(in_a) != fact_of(in_b))
      found.push_back({key.first, key.second, fact_of(in_a), fact_of(in_b)});
  }
}

bool is_unpinned(const Fact& fact) {
  const auto* const text = std::get_if<std::string>(&fact);
  return text != nullptr && *text == kUnpinned;
}

}  // namespace

bool Difference::known() const {
  const auto is_said = [](const Fact& fact) { return !std::holds_alternative<std::monostate>(fact); };
  return kind == FactKind::variable || (is_said(a) && is_said(b));
}

std::vector<Difference> differences(const Fingerprint& a, const Fingerprint& b) {
  std::vector<Difference> found;
  add_text(FactKind::torch, a.torch_version, b.torch_version, found);
  add_text(FactKind::torch_git, a.torch_git.value_or(""), b.torch_git.value_or(""), found);
  if (a.cxx11_abi != b.cxx11_abi) found.push_back({FactKind::abi, "", a.cxx11_abi, b.cxx11_abi});
  add_text(FactKind::build, a.build, b.build, found);
  add_conditions(values_of(a, all_languages()), values_of(b, all_languages()), found);
  add_libraries(a, b, found);
  return found;
}

std::vector<Difference> blocking_differences(const Fingerprint& a, const Fingerprint& b,
                                             const std::set<Language>& languages) {
  std::vector<Difference> found;
  add_conditions(values_of(a, languages), values_of(b, languages), found);
  // What could not be pinned is refused for itself, on both sides too.
  std::erase_if(found,
                [](const Difference& difference) { return is_unpinned(difference.a) || is_unpinned(difference.b); });
  return found;
}

SameLibraries same_libraries(const Fingerprint& a, const Fingerprint& b) {
  const Libraries of_a = by_file(a);
  const Libraries of_b = by_file(b);
  bool proven = !of_a.empty();
  if (of_a.size() != of_b.size()) return SameLibraries::no;
  for (const auto& [name, library] : of_a) {
    const auto other = of_b.find(name);
    if (other == of_b.end() || !are_same(*library, *other->second)) return SameLibraries::no;
    // The very same file needs no build-id.
    const bool same_file = !library->path.empty() && library->path == other->second->path;
    if (library->build_id.empty() && !same_file) proven = false;
  }
  return proven ? SameLibraries::yes : SameLibraries::unknown;
}

}  // namespace quern
