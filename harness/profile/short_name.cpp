// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/short_name.hpp"

#include <algorithm>
#include <cstddef>

#include "harness/profile/brackets.hpp"
#include "harness/profile/name_syntax.hpp"

namespace quern {
namespace {

// Where the name begins, after a return type. `brief` has no template arguments nor parameters any more.
std::size_t declared_at(std::string_view brief) {
  std::size_t start = 0;
  for (std::size_t i = 0; i < brief.size();) {
    if (operator_length(brief, i) != 0) break;  // a conversion's name has spaces
    const bool in_type = brief[i] == ' ' && i > 0 && !begins_at(brief, i + 1, "[");
    const bool deduced = begins_at(brief, start, "()") || begins_at(brief, start, "decltype()");
    if (in_type && (brief[i - 1] != ')' || deduced)) start = i + 1;
    const std::size_t closed = brief[i] == '{' ? past_closing(brief, i) : kNone;
    i = closed != kNone ? closed : i + std::max<std::size_t>(1, kept_length(brief, i));
  }
  return start;
}

// `const`, `[PLT]` and the like.
std::string_view without_trailer(std::string_view brief) {
  if (const std::size_t tag = brief.find(" ["); tag != kNone) brief = brief.substr(0, tag);
  const std::size_t after = brief.rfind(") ");
  return after == kNone || brief.find("::", after) != kNone ? brief : brief.substr(0, after + 1);
}

// Of brackets that short_name emptied, and of a member function's `const` before its local classes.
std::size_t dropped_length(std::string_view brief, std::size_t at) {
  if (begins_at(brief, at, "<>") || begins_at(brief, at, "()")) return 2;
  return begins_at(brief, at, " const::") ? std::string_view(" const").size() : 0;
}

}  // namespace

std::string short_name(std::string_view name) {
  std::string result;
  for (std::size_t i = 0; i < name.size();) {
    if (const std::size_t kept = kept_length(name, i); kept != 0) {
      result += name.substr(i, kept);
      i += kept;
      continue;
    }
    const char c = name[i];
    const bool collapses = c == '<' || c == '(';
    const std::size_t end = collapses ? past_closing(name, i) : i + 1;
    if (end == kNone) return result.append(name.substr(i));
    if (collapses)
      result += c == '<' ? "<>" : "()";
    else
      result += c;
    i = end;
  }
  return result;
}

std::string qualified_name(std::string_view name) {
  const std::string brief = short_name(name);
  const std::string_view ended = without_trailer(brief);
  const std::string_view declared = ended.substr(declared_at(ended));
  std::string result;
  for (std::size_t i = 0; i < declared.size();) {
    const std::size_t dropped = dropped_length(declared, i);
    const std::size_t kept = dropped != 0 ? 0 : std::max<std::size_t>(1, kept_length(declared, i));
    result += declared.substr(i, kept);
    i += dropped + kept;
  }
  while (result.ends_with(' ')) result.pop_back();  // of `operator< <>`
  return result;
}

}  // namespace quern
