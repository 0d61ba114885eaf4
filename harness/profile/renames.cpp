// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/renames.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/ascii.hpp"
#include "harness/profile/short_name.hpp"
#include "harness/profile/standard_name.hpp"

namespace quern {
namespace {

constexpr std::int64_t kTellingCount = 10;  // smaller ones are equal by chance
constexpr std::size_t kLargestGroup = 50;   // bounds the pairs that are looked at to this many per function

// Members of classes and templates that are made by the thousand.
constexpr std::array kGenericNames = {
    std::string_view("operator()"), std::string_view("_FUN"),       std::string_view("_M_invoke"),
    std::string_view("_M_manager"), std::string_view("call"),       std::string_view("redispatch"),
    std::string_view("apply"),      std::string_view("run"),        std::string_view("fn"),
    std::string_view("operator="),  std::string_view("operator->"), std::string_view("operator bool"),
};

// Hashes of words, sorted.
using Words = std::vector<std::size_t>;

struct Candidate {
  const FunctionCount* count = nullptr;
  std::string brief;
  std::string last;
  Words words;
  Words words_of_last;
  bool paired = false;
};

struct Pair {
  Candidate* from = nullptr;
  Candidate* to = nullptr;
  bool same_library = false;
  std::size_t common = 0;  // words, of a thousand
  std::uint64_t distance = 0;
};

using Pairs = std::vector<Pair>;
using Functions = std::vector<Candidate>;
using Group = std::pair<std::vector<Candidate*>, std::vector<Candidate*>>;
using GroupKey = std::function<std::string(const Candidate&)>;

bool is_generic(std::string_view component) {
  return component.starts_with('{') || component.starts_with('$') ||
         std::find(kGenericNames.begin(), kGenericNames.end(), component) != kGenericNames.end();
}

std::string last_component(std::string_view name) {
  std::string qualified = qualified_name(name);
  std::size_t end = qualified.size();
  while (true) {
    const std::size_t separator = end < 2 ? std::string::npos : qualified.rfind("::", end - 2);
    if (separator == std::string::npos) return qualified;
    const std::size_t begin = separator + 2;
    if (!is_generic(std::string_view(qualified).substr(begin, end - begin))) return qualified.substr(begin);
    end = separator;
  }
}

bool is_of_word(char c) { return is_digit(c) || is_letter(c); }

Words words_of(std::string_view text) {
  Words words;
  for (auto i = text.begin(); i != text.end();) {
    i = std::find_if(i, text.end(), is_of_word);
    const auto end = std::find_if_not(i, text.end(), is_of_word);
    if (i != end) words.push_back(std::hash<std::string_view>()(std::string_view(i, end)));
    i = end;
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

std::size_t in_common(const Words& a, const Words& b) {
  Words both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  const std::size_t all = a.size() + b.size() - both.size();
  return all == 0 ? 0 : both.size() * 1000 / all;
}

Functions only_in(const FunctionCounts& counts, const FunctionCounts& others) {
  std::set<FunctionKey> known;
  for (const FunctionCount& other : others) known.insert(other.function);
  Functions functions;
  for (const FunctionCount& count : counts) {
    if (is_address(count.function) || known.contains(count.function)) continue;
    const std::string& name = count.function.name;
    std::string last = last_component(name);
    Words words_of_last = words_of(last);
    functions.push_back({&count, short_name(name), std::move(last), words_of(name), std::move(words_of_last), false});
  }
  return functions;
}

Pair pair_of(Candidate& from, Candidate& to) {
  const auto a = static_cast<std::uint64_t>(from.count->count);
  const auto b = static_cast<std::uint64_t>(to.count->count);
  return {&from, &to, from.count->function.object == to.count->function.object, in_common(from.words, to.words),
          from.count->count < to.count->count ? b - a : a - b};
}

bool likelier(const Pair& a, const Pair& b) {
  if (a.same_library != b.same_library) return a.same_library;
  if (a.common != b.common) return a.common > b.common;
  return std::tie(a.distance, a.from->count->function, a.to->count->function) <
         std::tie(b.distance, b.from->count->function, b.to->count->function);
}

// Functions are in the order of their counts, so the first are the largest.
std::map<std::string, Group> groups_of(Functions& before, Functions& after, const GroupKey& key) {
  std::map<std::string, Group> groups;
  const auto add = [&](Candidate& function, std::vector<Candidate*> Group::*side) {
    const std::string name = function.paired ? std::string() : key(function);
    if (name.empty()) return;
    std::vector<Candidate*>& members = groups[name].*side;
    if (members.size() < kLargestGroup) members.push_back(&function);
  };
  for (Candidate& function : before) add(function, &Group::first);
  for (Candidate& function : after) add(function, &Group::second);
  return groups;
}

Pairs pairs_of(const std::map<std::string, Group>& groups) {
  Pairs pairs;
  for (const auto& [key, group] : groups)
    for (Candidate* from : group.first)
      for (Candidate* to : group.second) pairs.push_back(pair_of(*from, *to));
  return pairs;
}

void take(Pairs pairs, std::vector<Rename>& renames) {
  std::sort(pairs.begin(), pairs.end(), likelier);
  for (const Pair& pair : pairs) {
    if (pair.from->paired || pair.to->paired) continue;
    pair.from->paired = pair.to->paired = true;
    const FunctionCount& from = *pair.from->count;
    const FunctionCount& to = *pair.to->count;
    renames.push_back({from.function, to.function, from.count, to.count});
  }
}

std::string library_and_count(const Candidate& function) {
  const FunctionCount& count = *function.count;
  return count.count < kTellingCount ? std::string() : std::to_string(count.count) + ' ' + count.function.object;
}

bool has_unlike_names(const Pair& pair) { return in_common(pair.from->words_of_last, pair.to->words_of_last) <= 500; }

}  // namespace

std::vector<Rename> find_renames(const FunctionCounts& before, const FunctionCounts& after) {
  Functions only_before = only_in(before, after);
  Functions only_after = only_in(after, before);
  std::vector<Rename> renames;
  const std::array<GroupKey, 3> names = {[](const Candidate& function) { return function.count->function.name; },
                                         [](const Candidate& function) { return function.brief; },
                                         [](const Candidate& function) { return function.last; }};
  for (const GroupKey& name : names) take(pairs_of(groups_of(only_before, only_after, name)), renames);
  Pairs equal_counts = pairs_of(groups_of(only_before, only_after, library_and_count));
  std::erase_if(equal_counts, has_unlike_names);
  take(std::move(equal_counts), renames);
  return renames;
}

}  // namespace quern
