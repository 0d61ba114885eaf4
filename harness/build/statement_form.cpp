// SPDX-License-Identifier: Apache-2.0
#include "harness/build/statement_form.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace quern {
namespace {

constexpr std::array<std::string_view, 18> kNotExpressions = {
    "if",    "for",    "while", "do",   "switch",  "return", "break", "continue",      "goto",
    "using", "struct", "class", "enum", "typedef", "try",    "throw", "static_assert", "namespace"};

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

/// Walks over code and skips what only looks like code.
class CodeWalker {
 public:
  explicit CodeWalker(std::string_view code) : code_(code) {}

  [[nodiscard]] bool at_end() const { return at_ >= code_.size(); }
  [[nodiscard]] std::size_t position() const { return at_; }
  [[nodiscard]] char current() const { return code_[at_]; }

  /// To the next character that is not part of a comment or a literal.
  void step() {
    ++at_;
    skip_hidden();
  }

  void skip_hidden() {
    while (!at_end() && (skip_comment() || skip_literal())) {
    }
  }

 private:
  bool skip_comment() {
    const std::string_view rest = code_.substr(at_);
    if (rest.starts_with("//"))
      at_ = std::min(code_.find('\n', at_), code_.size());
    else if (rest.starts_with("/*"))
      at_ = std::min(code_.find("*/", at_ + 2), code_.size() - 2) + 2;
    else
      return false;
    return true;
  }

  bool skip_literal() {
    const char quote = code_[at_];
    const bool separator = quote == '\'' && at_ > 0 && is_word(code_[at_ - 1]);  // 1'000
    if ((quote != '"' && quote != '\'') || separator) return false;
    for (++at_; !at_end() && code_[at_] != quote; ++at_)
      if (code_[at_] == '\\') ++at_;
    at_ = std::min(at_ + 1, code_.size());
    return true;
  }

  std::string_view code_;
  std::size_t at_ = 0;
};

struct Cut {
  std::size_t begin = 0;  // of the last statement
  std::size_t end = 0;    // of it, at its `;`
};

// The last statement that ends in `;` outside of all brackets, if nothing but blanks and comments follows.
Cut last_statement(std::string_view code) {
  CodeWalker walker(code);
  walker.skip_hidden();
  int depth = 0;
  Cut cut;
  std::size_t begin = walker.position();
  bool open = false;  // something stands behind the last `;`
  for (; !walker.at_end(); walker.step()) {
    const char c = walker.current();
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ';' && depth == 0) {
      cut = {begin, walker.position()};
      begin = walker.position() + 1;
      open = false;
    } else if (c != ' ' && c != '\n' && c != '\t' && c != '\r') {
      open = true;
    }
  }
  return open ? Cut{} : cut;
}

std::vector<std::string_view> words_at_start(std::string_view code) {
  // `torch::Tensor y = …` → {Tensor, y}: identifiers in a row, as long as only `::`, spaces, `&` and `*` part them.
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while (at < code.size()) {
    const std::size_t begin = at;
    while (at < code.size() && is_word(code[at])) ++at;
    if (at == begin) break;
    const std::string_view word = code.substr(begin, at - begin);
    const std::size_t gap = at;
    while (at < code.size() && (code[at] == ' ' || code[at] == '&' || code[at] == '*')) ++at;
    words.push_back(word);
    if (code.substr(at).starts_with("::")) {
      words.pop_back();
      at += 2;
    } else if (at == gap) {
      break;
    }
  }
  return words;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && std::string_view(" \t\r\n").find(text.front()) != std::string_view::npos)
    text.remove_prefix(1);
  return text;
}

}  // namespace

StatementForm analyse_statement(std::string_view code) {
  const Cut cut = last_statement(code);
  StatementForm form;
  form.before = code.substr(0, cut.begin);
  form.final = code.substr(cut.begin, cut.end - cut.begin);
  const std::string_view start = trim(form.final);
  const std::vector<std::string_view> words = words_at_start(start);
  const bool keyword = !words.empty() && std::find(kNotExpressions.begin(), kNotExpressions.end(), words.front()) !=
                                             kNotExpressions.end();
  if (start.empty() || start.front() == '{' || start.front() == '#' || keyword) return form;
  if (words.size() >= 2) {
    form.last = StatementForm::Last::declaration;
    form.name = words.back();
  } else {
    form.last = StatementForm::Last::expression;
  }
  return form;
}

}  // namespace quern
