// SPDX-License-Identifier: Apache-2.0
#include "expand/case/case.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace quern {
namespace {

// Not std::tolower: an id must not depend on the machine's locale.
char id_character(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
  return c == ' ' ? '_' : c;
}

}  // namespace

std::string_view to_string(Language language) { return language == Language::cpp ? "cpp" : "python"; }

std::string_view to_string(Runtime runtime) {
  switch (runtime) {
    case Runtime::eager:
      return "eager";
    case Runtime::torchscript:
      return "torchscript";
    case Runtime::explicit_:
      break;
  }
  return "explicit";
}

std::string_view to_string(Pass pass) {
  switch (pass) {
    case Pass::forward:
      return "forward";
    case Pass::forward_backward:
      return "forward_backward";
    case Pass::explicit_:
      break;
  }
  return "explicit";
}

const TimerArgs& snippet(const Case& args) {
  if (const auto* body = std::get_if<TimerArgs>(&args.body)) return *body;
  throw Error(ErrorKind::internal, fmt::format("the case '{}' is not a snippet, it has no statement", args.id));
}

TimerArgs& snippet(Case& args) { return const_cast<TimerArgs&>(snippet(std::as_const(args))); }

const OperatorCall* operator_of(const Case& args) { return std::get_if<OperatorCall>(&args.body); }

const Asset* model_of(const Case& args) { return args.assets.empty() ? nullptr : &args.assets.front(); }

std::string id_part(std::string_view label) {
  std::string part(label);
  for (char& c : part) c = id_character(c);
  return part;
}

std::string make_id(const Case& args) {
  return fmt::format("{}:{}:{}:{}:t{}", id_part(fmt::format("{}", fmt::join(args.label, "/"))), to_string(args.runtime),
                     to_string(args.pass), to_string(args.language), args.num_threads);
}

}  // namespace quern
