// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/case_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <sstream>

namespace quern {
namespace {

const Code* find_part(const TimerArgs& args, std::string_view part) {
  if (part == "stmt") return &args.stmt;
  if (part == "setup") return &args.setup;
  return part == "global_setup" ? &args.global_setup : nullptr;
}

}  // namespace

std::optional<Origin> place_in_definition(const TimerArgs& args, std::string_view part, int line) {
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

std::string with_origins(const std::string& traceback, const TimerArgs& args) {
  static const std::regex kFrame(R"re(File "<(stmt|setup|global_setup)>", line ([0-9]{1,6}))re");
  std::string text;
  auto rest = traceback.begin();
  for (std::sregex_iterator i(traceback.begin(), traceback.end(), kFrame), end; i != end; ++i) {
    const std::smatch& match = *i;
    text.append(rest, match[0].first);
    rest = match[0].second;
    const std::optional<Origin> origin = place_in_definition(args, match[1].str(), std::stoi(match[2]));
    text += origin ? fmt::format("File \"{}\", line {}", origin->file, origin->line) : match.str();
  }
  return text.append(rest, traceback.end());
}

void locate_failure(Failure& failure, const TimerArgs& args) {
  static const std::regex kPlace(R"(at (stmt|setup|global_setup) ([0-9]{1,6})\n)");
  std::smatch match;
  if (!std::regex_search(failure.message, match, kPlace, std::regex_constants::match_continuous)) return;
  if (const std::optional<Origin> origin = place_in_definition(args, match[1].str(), std::stoi(match[2])))
    failure.where = to_string(*origin);
  failure.message = match.suffix();
}

}  // namespace quern
