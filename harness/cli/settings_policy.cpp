// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/settings_policy.hpp"

#include <CLI/CLI.hpp>

#include <array>
#include <map>
#include <string_view>

namespace quern {
namespace {

constexpr std::array<std::string_view, 4> kTypesOfPrograms = {"PROGRAM", "CMD", "CODE", "ENV"};
constexpr std::array<std::string_view, 2> kTypesOfFiles = {"FILE", "DIR"};

bool has_one_of(const std::string& type, const auto& words) {
  for (const std::string_view word : words)
    if (type.find(word) != std::string::npos) return true;
  return false;
}

}  // namespace

std::string reason_not_settable(const CLI::Option& option) {
  // What the type does not tell: a file that is only read, sides that can be stored runs, flags that start things.
  static const std::map<std::string_view, std::string_view> kKnown = {
      {"waivers", ""},
      {"base", ""},
      {"head", ""},
      {"rules", "it says whose rules are in force"},
      {"suite", "it names what is run"},
      {"save", "it says what is kept"},
      {"resume", "it says what is kept"},
      {"commands", "it makes a command that only reads run others"}};
  if (option.get_lnames().empty()) return {};
  if (const auto found = kKnown.find(option.get_lnames().front()); found != kKnown.end())
    return std::string(found->second);
  const std::string type = option.get_type_name();
  if (has_one_of(type, kTypesOfPrograms)) return "it names what is run";
  return has_one_of(type, kTypesOfFiles) ? "it names a file to write" : "";
}

}  // namespace quern
