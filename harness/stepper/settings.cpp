// SPDX-License-Identifier: Apache-2.0
#include "harness/stepper/settings.hpp"

#include <fmt/format.h>

#include <iterator>
#include <sstream>

#include "base/error.hpp"

namespace quern {
namespace {

// The path comes last: there may be blanks in it.
bool add_place(StepperSettings& settings, const std::string& kind, std::istream& words) {
  InstructionPlace place{kind == "cpuid_at" ? InstructionPlace::Kind::cpuid : InstructionPlace::Kind::request, 0};
  std::string file;
  if (!(words >> std::hex >> place.offset >> std::ws) || !std::getline(words, file) || file.empty()) return false;
  settings.places[file].push_back(place);
  return true;
}

bool add_line(StepperSettings& settings, const std::string& line) {
  std::istringstream words(line);
  std::string key;
  words >> key;
  if (key == "stack") return static_cast<bool>(words >> std::hex >> settings.stack);
  if (key == "cpuid") return add_cpuid_answer(settings.cpuid, line.substr(key.size()));
  return (key == "cpuid_at" || key == "request_at") && add_place(settings, key, words);
}

}  // namespace

bool add_cpuid_answer(CpuidAnswers& answers, const std::string& text) {
  std::istringstream words(text);
  std::pair<std::uint32_t, std::uint32_t> leaf;
  CpuidAnswer answer;
  if (!(words >> std::hex >> leaf.first >> leaf.second >> answer.a >> answer.b >> answer.c >> answer.d)) return false;
  answers[leaf] = answer;
  return true;
}

std::string to_text(const StepperSettings& settings) {
  std::string text = fmt::format("stack {:x}\n", settings.stack);
  for (const auto& [leaf, answer] : settings.cpuid)
    fmt::format_to(std::back_inserter(text), "cpuid {:x} {:x} {:x} {:x} {:x} {:x}\n", leaf.first, leaf.second, answer.a,
                   answer.b, answer.c, answer.d);
  for (const auto& [file, places] : settings.places)
    for (const InstructionPlace& place : places)
      fmt::format_to(std::back_inserter(text), "{} {:x} {}\n",
                     place.kind == InstructionPlace::Kind::cpuid ? "cpuid_at" : "request_at", place.offset, file);
  return text;
}

StepperSettings parse_stepper_settings(std::string_view text) {
  StepperSettings settings;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);)
    if (!add_line(settings, line))
      throw Error(ErrorKind::environment, fmt::format("the stepper's settings cannot be read: '{}'", line));
  return settings;
}

}  // namespace quern
