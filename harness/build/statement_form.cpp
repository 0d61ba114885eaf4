// SPDX-License-Identifier: Apache-2.0
#include "harness/build/statement_form.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace quern {
namespace {

constexpr std::array<std::string_view, 18> kNotExpressions = {
    "if",    "for",    "while", "do",   "switch",  "return", "break", "continue",      "goto",
    "using", "struct", "class", "enum", "typedef", "try",    "throw", "static_assert", "namespace"};

constexpr std::array<std::string_view, 5> kPrefixes = {"", "u8", "u", "U", "L"};  // of literals

template <typename Words>
bool among(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

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

  // What stands right before a quote: `R` makes a string raw, and digits make no literal at all: 1'000.
  [[nodiscard]] std::string_view prefix() const {
    std::size_t begin = at_;
    while (begin > 0 && is_word(code_[begin - 1])) --begin;
    return code_.substr(begin, at_ - begin);
  }

  bool skip_literal() {
    const char quote = code_[at_];
    if (quote != '"' && quote != '\'') return false;
    const std::string_view before = prefix();
    if (quote == '\'' && !before.empty() && !among(kPrefixes, before)) return false;
    if (quote == '"' && before.ends_with('R') && among(kPrefixes, before.substr(0, before.size() - 1))) {
      skip_raw_string();
      return true;
    }
    for (++at_; !at_end() && code_[at_] != quote; ++at_)
      if (code_[at_] == '\\') ++at_;
    at_ = std::min(at_ + 1, code_.size());
    return true;
  }

  void skip_raw_string() {
    const std::size_t open = std::min(code_.find('(', at_), code_.size());
    const std::string end = ")" + std::string(code_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const std::size_t close = code_.find(end, open);
    at_ = close == std::string_view::npos ? code_.size() : close + end.size();
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
  std::size_t begin = 0;
  bool open = false;  // something stands behind the last `;`
  for (; !walker.at_end(); walker.step()) {
    const char c = walker.current();
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ';' && depth == 0) {
      if (open) cut = {begin, walker.position()};
      open = false;
    } else if (!open && !is_blank(c)) {
      begin = walker.position();
      open = true;
    }
  }
  return open ? Cut{} : cut;
}

/// How a statement begins: `torch::Tensor& y = …` → {Tensor, y}, ` = …`, and by_reference.
struct Beginning {
  std::vector<std::string_view> words;  // in a row, as long as only `::`, spaces, `&` and `*` part them
  std::string_view rest;
  bool by_reference = false;  // `&` or `*` stands before the last word
};

Beginning beginning_of(std::string_view code) {
  Beginning found;
  std::size_t at = 0;
  bool mark = false;
  while (at < code.size()) {
    const std::size_t begin = at;
    while (at < code.size() && is_word(code[at])) ++at;
    if (at == begin) break;
    found.words.push_back(code.substr(begin, at - begin));
    found.by_reference = mark;
    found.rest = code.substr(at);
    const std::size_t gap = at;
    while (at < code.size() && (code[at] == ' ' || code[at] == '&' || code[at] == '*')) ++at;
    mark = code.substr(gap, at - gap).find_first_of("&*") != std::string_view::npos;
    if (code.substr(at).starts_with("::")) {
      found.words.pop_back();
      at += 2;
    } else if (at == gap) {
      break;
    }
  }
  return found;
}

// `T& y = x` declares, and `x & y` computes: two names with a mark between them are a declaration if a value follows.
bool declares(const Beginning& beginning) {
  if (beginning.words.size() < 2) return false;
  if (!beginning.by_reference) return true;
  std::string_view rest = beginning.rest;
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  return rest.starts_with('{') || (rest.starts_with('=') && !rest.starts_with("=="));
}

}  // namespace

StatementForm analyse_statement(std::string_view code) {
  const Cut cut = last_statement(code);
  StatementForm form;
  form.before = code.substr(0, cut.begin);
  form.final = code.substr(cut.begin, cut.end - cut.begin);
  const Beginning beginning = beginning_of(form.final);
  const bool keyword = !beginning.words.empty() && among(kNotExpressions, beginning.words.front());
  if (form.final.empty() || form.final.front() == '{' || form.final.front() == '#' || keyword) return form;
  form.last = StatementForm::Last::expression;
  if (declares(beginning)) {
    form.last = StatementForm::Last::declaration;
    form.name = beginning.words.back();
  }
  return form;
}

}  // namespace quern
