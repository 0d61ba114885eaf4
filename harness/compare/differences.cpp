// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/differences.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "harness/model/conditions.hpp"
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

std::string text_of(const Library* library) {
  if (library == nullptr) return "not loaded";
  if (library->build_id.empty()) return fmt::format("no build-id, {} bytes", library->size);
  return fmt::format("build-id {}, {} bytes", library->build_id.substr(0, 12), library->size);
}

bool are_same(const Library& a, const Library& b) { return a.build_id == b.build_id && a.size == b.size; }

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
      found.push_back({name, text_of(in_a), text_of(in_b), in_a != nullptr && in_b != nullptr});
  }
}

void add_text(const std::string& what, const std::string& a, const std::string& b, std::vector<Difference>& found) {
  if (a != b) found.push_back({what, a.empty() ? "-" : a, b.empty() ? "-" : b, !a.empty() && !b.empty()});
}

using Values = std::map<std::pair<ConditionKind, std::string>, std::string>;

// By kind, then by name; what several languages depend on once.
Values values_of(const Fingerprint& environment, const std::set<Language>& languages) {
  Values values;
  for (const Language language : languages)
    for (const Condition& condition : conditions_of(environment, language))
      values[{condition.kind, condition.name}] = condition.value;
  return values;
}

// A variable that is not pinned is known not to be.
void add_variable(const std::string& name, const std::string* a, const std::string* b, std::vector<Difference>& found) {
  const auto text = [](const std::string* value) { return value == nullptr ? std::string("not set") : *value; };
  if (text(a) != text(b)) found.push_back({name, text(a), text(b)});
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
    if (key.first == ConditionKind::variable)
      add_variable(key.second, in_a, in_b, found);
    else
      add_text(key.second, *in_a, *in_b, found);  // both sides have all other kinds
  }
}

// The build's description is long; a hash of it would say nothing. That it differs is worth a word.
std::string described(const std::string& build, const std::string& other) {
  return build == other ? build : fmt::format("{} characters", build.size());
}

}  // namespace

std::vector<Difference> differences(const Fingerprint& a, const Fingerprint& b) {
  std::vector<Difference> found;
  add_text("torch", a.torch_version, b.torch_version, found);
  add_text("torch git", a.torch_git.value_or(""), b.torch_git.value_or(""), found);
  add_text("C++ ABI", a.cxx11_abi ? "new" : "old", b.cxx11_abi ? "new" : "old", found);
  if (a.build != b.build)
    found.push_back(
        {"build", described(a.build, b.build), described(b.build, a.build), !a.build.empty() && !b.build.empty()});
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
                [](const Difference& difference) { return difference.a == kUnpinned || difference.b == kUnpinned; });
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
