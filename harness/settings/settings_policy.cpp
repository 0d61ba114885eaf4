// SPDX-License-Identifier: Apache-2.0
#include "harness/settings/settings_policy.hpp"

#include <array>
#include <map>
#include <string_view>

namespace quern {
namespace {

constexpr std::array<std::string_view, 4> kTypesOfPrograms = {"PROGRAM", "CMD", "CODE", "ENV"};
constexpr std::array<std::string_view, 2> kTypesOfFiles = {"FILE", "DIR"};

bool has_one_of(std::string_view type, const auto& words) {
  for (const std::string_view word : words)
    if (type.find(word) != std::string_view::npos) return true;
  return false;
}

}  // namespace

std::string reason_not_settable(std::string_view option, std::string_view type) {
  // What the type does not tell: a file that is only read, sides that can be stored runs, flags that start things.
  static const std::map<std::string_view, std::string_view> kKnown = {
      {"waivers", ""},
      {"base", ""},
      {"head", ""},
      {"rules", "it says whose rules are in force"},
      {"suite", "it names what is run"},
      {"config", "it names what is run"},
      {"append", "it says what is kept"},
      {"save", "it says what is kept"},
      {"from", "it says what is reported"},
      {"releases", "it names what is run"},
      {"index", "it names where programs come from"},
      {"backtesting", "it makes skipped cases of failed ones"},
      {"resume", "it says what is kept"},
      {"commands", "it makes a command that only reads run others"}};
  if (const auto found = kKnown.find(option); found != kKnown.end()) return std::string(found->second);
  if (has_one_of(type, kTypesOfPrograms)) return "it names what is run";
  return has_one_of(type, kTypesOfFiles) ? "it names a file to write" : "";
}

}  // namespace quern
