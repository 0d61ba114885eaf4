// SPDX-License-Identifier: Apache-2.0
#include "harness/build/diagnostics.hpp"

#include <charconv>
#include <optional>
#include <sstream>

namespace quern {
namespace {

// The number between two colons, the second of which ends at `end`.
std::optional<int> number_before(std::string_view line, std::size_t end, std::size_t& begin) {
  const std::size_t colon = end == 0 ? std::string_view::npos : line.rfind(':', end - 1);
  if (colon == std::string_view::npos) return std::nullopt;
  int value = 0;
  const char* const last = line.data() + end;
  const auto [stop, error] = std::from_chars(line.data() + colon + 1, last, value);
  if (error != std::errc{} || stop != last) return std::nullopt;
  begin = colon;
  return value;
}

std::optional<Diagnostic> parse_line(std::string_view line, std::string_view kind) {
  const std::size_t at = line.find(kind);  // ": error: "
  if (at == std::string_view::npos) return std::nullopt;
  std::size_t colon = 0;
  const std::optional<int> column = number_before(line, at, colon);
  const std::optional<int> number = column ? number_before(line, colon, colon) : std::nullopt;
  if (!number) return std::nullopt;
  return Diagnostic{{std::string(line.substr(0, colon)), *number, *column},
                    kind != ": note: ",
                    std::string(line.substr(at + kind.size()))};
}

}  // namespace

std::vector<Diagnostic> parse_diagnostics(std::string_view output) {
  std::vector<Diagnostic> found;
  std::istringstream lines{std::string(output)};
  for (std::string line; std::getline(lines, line);)
    for (const std::string_view kind : {": error: ", ": fatal error: ", ": note: "})
      if (std::optional<Diagnostic> diagnostic = parse_line(line, kind)) {
        found.push_back(std::move(*diagnostic));
        break;
      }
  return found;
}

}  // namespace quern
