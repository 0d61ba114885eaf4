// SPDX-License-Identifier: Apache-2.0
#include "harness/build/compile_failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "harness/build/diagnostics.hpp"

namespace quern {
namespace {

// The piece of a Code that a line of a file is in, if it is in one.
const Code::Span* find_span(const Code& code, const Origin& where) {
  const std::vector<Code::Span>& spans = code.spans();
  const auto all = static_cast<std::size_t>(std::count(code.text().begin(), code.text().end(), '\n')) + 1;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const std::size_t lines = (i + 1 < spans.size() ? spans[i + 1].first_line : all) - spans[i].first_line;
    const Origin& origin = spans[i].origin;
    if (origin.file == where.file && where.line >= origin.line && where.line < origin.line + static_cast<int>(lines))
      return &spans[i];
  }
  return nullptr;
}

const Code::Span* find_span(const Case& args, const Origin& where) {
  const TimerArgs& body = snippet(args);
  for (const Code* code : {&body.stmt, &body.setup, &body.global_setup})
    if (const Code::Span* span = find_span(*code, where)) return span;
  return nullptr;
}

bool wrote(const Case& args, const Origin& where) { return find_span(args, where) != nullptr; }

// Blocks lost their indentation on the way to the compiler.
Origin place_in_file(const Case& args, const Origin& where) {
  return {where.file, where.line, where.column + find_span(args, where)->origin.column - 1};
}

// What compilers say of a jump that leads out of a Question's function, and the word for it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kComplaints = {
    {{"'break' statement", "break"},
     {"break statement", "break"},
     {"'continue' statement", "continue"},
     {"continue statement", "continue"},
     {"'co_await'", "co_await"},
     {"'co_yield'", "co_yield"},
     {"'co_return'", "co_return"},
     {"coroutine", "co_return"},
     {"NoWayOut", "return"},
     {"should return a value", "return"},
     {"return-statement", "return"}}};

}  // namespace

Failure compile_failure(const Case& args, const std::string& output) {
  Failure failure{FailureKind::compile, "the compiler gives no message", to_string(args.definition), output};
  const std::vector<Diagnostic> all = parse_diagnostics(output);
  const auto error = std::find_if(all.begin(), all.end(), [](const Diagnostic& d) { return d.error; });
  if (error == all.end()) return failure;
  failure.message = error->message;
  // Deep inside a template, only a note says which line of the user's led there.
  const auto own = std::find_if(all.begin(), all.end(), [&](const Diagnostic& d) { return wrote(args, d.where); });
  if (own != all.end()) failure.where = to_string(place_in_file(args, own->where));
  return failure;
}

Failure question_failure(const Case& args, const std::string& output) {
  Failure failure = compile_failure(args, output);
  for (const auto& [complaint, word] : kComplaints) {
    if (failure.message.find(complaint) == std::string::npos) continue;
    failure.message = left_by(args, std::string(word)).message;
    break;
  }
  return failure;
}

Failure left_by(const Case& args, const std::string& way_out) {
  return {FailureKind::compile,
          fmt::format("the statement is left by '{}': every iteration must run to its end", way_out),
          to_string(args.definition), ""};
}

}  // namespace quern
