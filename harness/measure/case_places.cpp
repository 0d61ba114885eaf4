// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/case_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

#include "base/pattern.hpp"
#include "worker/protocol/keys.h"

namespace quern {
namespace {

const Code* find_part(const Case& args, std::string_view part) {
  const TimerArgs& code = snippet(args);
  if (part == QUERN_CASE_STMT) return &code.stmt;
  if (part == QUERN_CASE_SETUP) return &code.setup;
  return part == QUERN_CASE_GLOBAL_SETUP ? &code.global_setup : nullptr;
}

int number_in(std::string_view digits) {
  int number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

}  // namespace

std::optional<Origin> place_in_definition(const Case& args, std::string_view part, int line) {
  const Code* const code = find_part(args, part);
  if (code == nullptr || line < 1) return std::nullopt;
  const auto index = static_cast<std::size_t>(line - 1);
  const auto after =
      std::upper_bound(code->spans().begin(), code->spans().end(), index,
                       [](std::size_t value, const Code::Span& span) { return value < span.first_line; });
  if (after == code->spans().begin()) return std::nullopt;
  const Code::Span& span = *std::prev(after);
  return Origin{span.origin.file, span.origin.line + static_cast<int>(index - span.first_line), span.origin.column};
}

std::string with_origins(const std::string& traceback, const Case& args) {
  static const Pattern kFrame(R"re(File "<(stmt|setup|global_setup)>", line ([0-9]{1,6}))re");
  std::string text;
  std::string_view rest = traceback;
  while (const auto match = kFrame.first_in(rest)) {
    const std::string_view frame = match->at(0);
    const auto before = static_cast<std::size_t>(frame.data() - rest.data());
    text += rest.substr(0, before);
    rest.remove_prefix(before + frame.size());
    const std::optional<Origin> origin = place_in_definition(args, match->at(1), number_in(match->at(2)));
    text += origin ? fmt::format("File \"{}\", line {}", origin->file, origin->line) : std::string(frame);
  }
  return text.append(rest);
}

void locate_failure(Failure& failure, const Case& args) {
  static const Pattern kPlace("\\A" QUERN_RESULT_AT " (" QUERN_CASE_STMT "|" QUERN_CASE_SETUP
                              "|" QUERN_CASE_GLOBAL_SETUP ") ([0-9]{1,6})\n");
  const auto match = kPlace.first_in(failure.message);
  if (!match) return;
  if (const std::optional<Origin> origin = place_in_definition(args, match->at(1), number_in(match->at(2))))
    failure.where = to_string(*origin);
  failure.message.erase(0, match->at(0).size());
}

}  // namespace quern
