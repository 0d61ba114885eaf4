// SPDX-License-Identifier: Apache-2.0
#include "harness/build/snippet_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string_view>

#include "base/hash.hpp"
#include "harness/build/cpp_tokens.hpp"

namespace quern {
namespace {

std::string quoted(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"";
}

std::string line_directive(int line, std::string_view file) { return fmt::format("#line {} {}\n", line, quoted(file)); }

std::string generated(std::string_view code) { return line_directive(1, kGenerated) + std::string(code) + "\n"; }

// A Code with a directive before each piece: the compiler speaks of the lines that the user wrote. Within a piece there
// is none: it would break a macro or a raw string of several lines.
std::string mapped(const Code& code) {
  std::string text;
  std::istringstream lines(code.text());
  std::size_t span = 0;
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line); ++number) {
    for (; span < code.spans().size() && code.spans()[span].first_line <= number; ++span)
      text += line_directive(code.spans()[span].origin.line, code.spans()[span].origin.file);
    text += line + "\n";
  }
  return text;
}

std::string kept_names(const KeptForm& form) {
  std::string text;
  for (const std::string& name : form.names) text += (text.empty() ? "" : " ") + keep_variable(name);
  return text.empty() ? text : generated(text);
}

// `return` of a setup that gives up is no way out of the statement.
bool returns(const Code& setup) {
  const std::vector<CppToken> tokens = cpp_tokens(setup.text());
  return std::any_of(tokens.begin(), tokens.end(), [](const CppToken& token) { return token.is("return"); });
}

}  // namespace

std::string snippet_symbol(const Case& args) {
  const TimerArgs& code = snippet(args);
  return "quern_case_" + hash_fields({code.stmt.text(), code.setup.text(), code.global_setup.text()});
}

std::string mapped_statement(const Case& args) { return mapped(snippet(args).stmt); }

std::string snippet_source(const Case& args, const KeptForm& form) {
  const TimerArgs& code = snippet(args);
  return mapped(code.global_setup) +
         generated(
             fmt::format("extern \"C\" __attribute__((visibility(\"default\"))) void {}() {{", snippet_symbol(args))) +
         mapped(code.setup) +
         generated(
             "for (long quern_left = quern_first_window(); quern_left != 0;\n"
             "     quern_left = quern_following_window(quern_left))\n"
             "for (; quern_left != 0; --quern_left) {\n"
             "::quern::Kept quern_kept;") +
         with_insertions(mapped_statement(args), form) + kept_names(form) +
         generated("asm volatile(\"\" : : : \"memory\");\n}\n}");
}

Question question_about(const Case& args) {
  const TimerArgs& code = snippet(args);
  Question question;
  question.source =
      mapped(code.global_setup) +
      generated(fmt::format("{} {}() {{", returns(code.setup) ? "void" : "::quern::NoWayOut", Question::kFunction)) +
      mapped(code.setup) + generated("{");
  question.statement = question.source.size();
  question.source += mapped_statement(args) + generated("}\n}");
  return question;
}

std::vector<std::string> include_folders(const Case& args) {
  std::vector<std::string> folders;
  const TimerArgs& body = snippet(args);
  for (const Code* code : {&body.global_setup, &body.setup, &body.stmt}) {
    if (code->text().find("include") == std::string::npos) continue;
    for (const Code::Span& span : code->spans()) {
      const std::string folder = std::filesystem::absolute(span.origin.file).parent_path().string();
      if (std::find(folders.begin(), folders.end(), folder) == folders.end()) folders.push_back(folder);
    }
  }
  return folders;
}

}  // namespace quern
