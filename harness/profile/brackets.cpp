// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/brackets.hpp"

#include <array>
#include <string>

#include "harness/profile/name_syntax.hpp"

namespace quern {
namespace {

// Longest first. Demanglers write a space between `operator<` and template arguments.
constexpr std::array kBracketOperators = {
    std::string_view("()"), std::string_view("<=>"), std::string_view("<<="), std::string_view(">>="),
    std::string_view("->"), std::string_view("<<"),  std::string_view(">>"),  std::string_view("<="),
    std::string_view(">="), std::string_view("<"),   std::string_view(">"),
};

char closing_of(char c) {
  if (c == '<') return '>';
  if (c == '(') return ')';
  return c == '{' ? '}' : '\0';
}

// Template arguments may be expressions, in parentheses, where < and > compare.
void close(std::string& expected, char c) {
  if (c == '>') {
    if (expected.back() == c) expected.pop_back();
  } else if (const std::size_t opened = expected.rfind(c); opened != kNone) {
    expected.resize(opened);
  }
}

}  // namespace

std::size_t operator_length(std::string_view name, std::size_t at) {
  constexpr std::string_view kKeyword = "operator";
  if (!begins_at(name, at, kKeyword) || (at > 0 && is_of_identifier(name[at - 1]))) return 0;
  const std::size_t end = at + kKeyword.size();
  if (end < name.size() && is_of_identifier(name[end])) return 0;
  for (const std::string_view symbol : kBracketOperators)
    if (begins_at(name, end, symbol)) return kKeyword.size() + symbol.size();
  return kKeyword.size();
}

std::size_t kept_length(std::string_view name, std::size_t at) {
  for (const std::string_view kept : {std::string_view("(anonymous namespace)"), std::string_view("(below main)")})
    if (begins_at(name, at, kept)) return kept.size();
  return operator_length(name, at);
}

std::size_t past_closing(std::string_view name, std::size_t open) {
  std::string expected;
  for (std::size_t i = open; i < name.size();) {
    const std::size_t skipped = begins_at(name, i, "->") ? 2 : operator_length(name, i);
    if (skipped != 0) {
      i += skipped;
      continue;
    }
    const char c = name[i++];
    if (const char closing = closing_of(c); closing != '\0')
      expected.push_back(closing);
    else if (c == '>' || c == ')' || c == '}')
      close(expected, c);
    if (expected.empty()) return i;
  }
  return kNone;
}

}  // namespace quern
