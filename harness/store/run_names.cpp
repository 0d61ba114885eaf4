// SPDX-License-Identifier: Apache-2.0
#include "harness/store/run_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace quern {
namespace {

constexpr std::size_t kShortestPrefix = 4;  // of a commit that is looked for
constexpr std::size_t kShortestCommit = 7;  // of what people take for a commit
constexpr std::size_t kCommit = 40;
constexpr std::size_t kLongestName = 100;
constexpr std::string_view kAllowed = "use letters, digits, '.', '_', '/' and '-'";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_of_name(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '_' || c == '/' ||
         c == '-';
}

bool all(std::string_view text, bool (*is)(char)) { return std::all_of(text.begin(), text.end(), is); }

}  // namespace

bool is_commit_prefix(std::string_view text) {
  return text.size() >= kShortestPrefix && text.size() <= kCommit && all(text, is_hex);
}

std::string refused_name(std::string_view name) {
  if (name.empty() || name.size() > kLongestName || name.starts_with('-') || !all(name, is_of_name))
    return std::string(kAllowed);
  if (name == "latest") return "'latest' always is the newest run";
  if (all(name, is_digit)) return "a number is the id of a run";
  if (is_commit_prefix(name) && name.size() >= kShortestCommit) return "it reads as a commit";
  if (name.ends_with(".json")) return "it reads as a file";
  return {};
}

std::optional<std::int64_t> parse_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

NameAndStep parse_step(const std::string& text) {
  const std::size_t tilde = text.rfind('~');
  if (tilde == std::string::npos) return {text, 0};
  const std::optional<std::int64_t> back = parse_number(std::string_view(text).substr(tilde + 1));
  return back ? NameAndStep{text.substr(0, tilde), *back} : NameAndStep{text, 0};
}

}  // namespace quern
