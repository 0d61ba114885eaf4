// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/fetch/release_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "expand/version_range.hpp"

namespace quern {
namespace {

constexpr std::string_view kRangeDots = "..";
constexpr std::size_t kMinorNumbers = 2;

bool is_numbers(std::string_view text) {
  const auto allowed = [](char c) { return c == '.' || std::isdigit(static_cast<unsigned char>(c)) != 0; };
  return !text.empty() && std::all_of(text.begin(), text.end(), allowed) && text.front() != '.' && text.back() != '.' &&
         text.find(kRangeDots) == std::string_view::npos;
}

// 2.6.0+cpu, 2.7.0a0+git123: what can be a version, and a part of a folder's name.
bool is_version(std::string_view text) {
  const auto allowed = [](char c) { return c == '.' || c == '+' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) != 0 && text.back() != '.' &&
         std::all_of(text.begin(), text.end(), allowed) && text.find(kRangeDots) == std::string_view::npos;
}

std::string_view without_local(std::string_view version) { return version.substr(0, version.find('+')); }

Version numbers_of(std::string_view version) { return parse_version(version).value_or(Version{}); }

Version minor_of(const Version& version) {
  Version minor = version;
  minor.resize(kMinorNumbers);
  return minor;
}

// By numbers, then by letters: 1.9.0 < 1.10.0 < 1.10.0+cpu.
bool is_older(const std::string& a, const std::string& b) {
  return std::pair(numbers_of(a), a) < std::pair(numbers_of(b), b);
}

// Versions of an index, and how words choose among them.
class Chooser {
 public:
  Chooser(std::span<const Wheel> wheels, PatchChoice patches) : patches_(patches) {
    for (const Wheel& wheel : wheels) {
      if (!is_version(wheel.version)) continue;
      all_.insert(wheel.version);
      if (is_numbers(without_local(wheel.version)) && !wheel.yanked) usual_.insert(wheel.version);
    }
  }

  void choose(const std::string& word) {
    if (const std::size_t dots = word.find(kRangeDots); dots != std::string::npos)
      choose_range(word, word.substr(0, dots), word.substr(dots + kRangeDots.size()));
    else if (is_version(word))
      choose_version(word);
    else
      refuse(word);
  }

  [[nodiscard]] std::vector<Release> chosen() const {
    std::vector<std::string> versions(chosen_.begin(), chosen_.end());
    std::sort(versions.begin(), versions.end(), is_older);
    std::vector<Release> releases;
    releases.reserve(versions.size());
    for (std::string& version : versions) releases.push_back({std::move(version)});
    return releases;
  }

 private:
  // A release that is named is taken as it is, also if it was yanked.
  void choose_version(const std::string& word) {
    if (all_.contains(word)) {
      chosen_.insert(word);
      return;
    }
    std::set<std::string> found;
    const bool is_minor = is_numbers(word) && numbers_of(word).size() <= kMinorNumbers;
    for (const std::string& version : usual_)
      if (without_local(version) == word || (is_minor && minor_of(numbers_of(version)) == minor_of(numbers_of(word))))
        found.insert(version);
    if (found.empty())
      throw Error(ErrorKind::usage, fmt::format("the index has no torch {} for this machine", word), nearby(word));
    keep(found);
  }

  void choose_range(const std::string& word, const std::string& first, const std::string& last) {
    if ((!first.empty() && !is_numbers(first)) || (!last.empty() && !is_numbers(last)) || word == kRangeDots)
      refuse(word);
    const Version low = numbers_of(first);
    const Version high = numbers_of(last);
    std::set<std::string> found;
    for (const std::string& version : usual_) {
      const Version numbers = numbers_of(version);
      Version shortened = numbers;  // 2.15 as an end means all of its patches
      if (shortened.size() > high.size()) shortened.resize(high.size());
      if (numbers >= low && (last.empty() || shortened <= high)) found.insert(version);
    }
    if (found.empty())
      throw Error(ErrorKind::usage, fmt::format("no release of torch is in '{}'", word),
                  "a range goes from the older to the newer one, as in 1.0..2.15");
    keep(found);
  }

  void keep(const std::set<std::string>& found) {
    std::map<Version, std::string> last;  // of each minor version, or of each
    for (const std::string& version : found) {
      const Version numbers = numbers_of(version);
      std::string& kept = last[patches_ == PatchChoice::latest ? minor_of(numbers) : numbers];
      // Of one release in several builds (2.6.0, 2.6.0+cpu) the plain one, else the first.
      if (kept.empty() || numbers_of(kept) < numbers || (numbers_of(kept) == numbers && is_older(version, kept)))
        kept = version;
    }
    for (const auto& [numbers, version] : last) chosen_.insert(version);
  }

  [[noreturn]] static void refuse(const std::string& word) {
    throw Error(ErrorKind::usage, fmt::format("'{}' is neither a version nor a range", word),
                "give versions such as 2.6.0 or 2.6, or a range such as 1.0..2.15");
  }

  // What the index has of the same minor version, else its first and last one.
  [[nodiscard]] std::string nearby(const std::string& word) const {
    std::vector<std::string> same;
    std::vector<std::string> others(usual_.begin(), usual_.end());
    std::sort(others.begin(), others.end(), is_older);
    for (const std::string& version : others)
      if (minor_of(numbers_of(version)) == minor_of(numbers_of(word))) same.push_back(version);
    if (!same.empty()) return fmt::format("it has {}", fmt::join(same, ", "));
    return others.empty() ? "it has none at all" : fmt::format("it has {} to {}", others.front(), others.back());
  }

  PatchChoice patches_;
  std::set<std::string> all_;
  std::set<std::string> usual_;  // final releases that were not yanked
  std::set<std::string> chosen_;
};

}  // namespace

std::vector<Release> releases_of(const std::vector<std::string>& words, PatchChoice patches,
                                 std::span<const Wheel> wheels) {
  Chooser chooser(wheels, patches);
  for (const std::string& word : words) chooser.choose(word);
  return chooser.chosen();
}

}  // namespace quern
