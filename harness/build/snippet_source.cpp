// SPDX-License-Identifier: Apache-2.0
#include "harness/build/snippet_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "harness/build/statement_form.hpp"
#include "worker/protocol/definition_hash.hpp"

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

// Part of a Code, with a directive before each piece: the compiler speaks of the lines that the user wrote. Within a
// piece there is none: it would break a macro or a raw string of several lines.
std::string mapped(const Code& code, std::size_t begin, std::size_t end) {
  std::string text;
  std::size_t offset = 0;
  std::size_t span = 0;
  bool told = false;  // the compiler knows where we are
  for (std::size_t line = 0; offset < std::min(end, code.text().size()); ++line) {
    const std::size_t newline = std::min(code.text().find('\n', offset), code.text().size());
    for (; span + 1 < code.spans().size() && code.spans()[span + 1].first_line <= line; ++span) told = false;
    const std::size_t from = std::max(offset, begin);
    const std::size_t to = std::min(newline, end);
    const Code::Span& piece = code.spans()[span];
    if (from < to && !told)
      text += line_directive(piece.origin.line + static_cast<int>(line - piece.first_line), piece.origin.file);
    told = told || from < to;
    // Blanks instead of what was cut off, so that columns stay right.
    if (from < to) text += std::string(from - offset, ' ') + code.text().substr(from, to - from);
    if (told) text += "\n";
    offset = newline + 1;
  }
  return text;
}

std::string whole(const Code& code) { return mapped(code, 0, code.text().size()); }

std::string kept_statement(const Code& stmt) {
  const StatementForm form = analyse_statement(stmt.text());
  const std::size_t cut = form.before.size();
  const std::size_t size = stmt.text().size();
  switch (form.last) {
    case StatementForm::Last::expression:
      return mapped(stmt, 0, cut) + generated("(") + mapped(stmt, cut, cut + form.final.size()) +
             generated("), ::quern::Kept();");
    case StatementForm::Last::declaration:
      return mapped(stmt, 0, size) + generated(fmt::format("::quern::keep({});", form.name));
    case StatementForm::Last::other:
      break;
  }
  return mapped(stmt, 0, size);
}

std::string snippet_function(const Snippet& snippet) {
  const TimerArgs& args = *snippet.args;
  return generated(fmt::format("extern \"C\" __attribute__((visibility(\"default\"))) void {}() {{", snippet.symbol)) +
         whole(args.setup) +
         generated("while (long quern_left = quern_next_window()) for (; quern_left != 0; --quern_left) {") +
         (snippet.form == Snippet::Form::kept ? kept_statement(args.stmt) : whole(args.stmt)) +
         generated("asm volatile(\"\" : : : \"memory\");\n}\n}");
}

}  // namespace

std::string snippet_symbol(const TimerArgs& args) {
  return "quern_case_" + hash_fields({args.stmt.text(), args.setup.text(), args.global_setup.text()});
}

std::string snippet_source(const std::vector<Snippet>& snippets) {
  if (snippets.empty()) return {};
  std::string source = whole(snippets.front().args->global_setup);
  for (const Snippet& snippet : snippets) source += snippet_function(snippet);
  return source;
}

std::vector<std::string> include_folders(const std::vector<Snippet>& snippets) {
  std::vector<std::string> folders;
  for (const Snippet& snippet : snippets)
    for (const Code* code : {&snippet.args->global_setup, &snippet.args->setup, &snippet.args->stmt}) {
      if (code->text().find("include") == std::string::npos) continue;
      for (const Code::Span& span : code->spans()) {
        const std::string folder = std::filesystem::absolute(span.origin.file).parent_path().string();
        if (std::find(folders.begin(), folders.end(), folder) == folders.end()) folders.push_back(folder);
      }
    }
  return folders;
}

}  // namespace quern
