// SPDX-License-Identifier: Apache-2.0
#include "harness/build/statement_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "harness/build/cpp_tokens.hpp"
#include "harness/build/declared_names.hpp"

namespace quern {
namespace {

constexpr std::array<std::string_view, 8> kBlocks = {"{", "if", "for", "while", "do", "switch", "try", "__try"};
constexpr std::array<std::string_view, 8> kUnclear = {"struct",   "class", "enum",    "union",
                                                      "template", "case",  "default", "__extension__"};
constexpr std::array<std::string_view, 6> kWithoutValue = {"using", "typedef", "static_assert",
                                                           "asm",   "__asm__", "namespace"};
constexpr std::array<std::string_view, 7> kJumps = {"break",     "continue", "return",  "goto",
                                                    "co_return", "co_await", "co_yield"};

using Tokens = std::span<const CppToken>;

template <typename Words>
bool among(const Words& words, const CppToken& token) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return token.is(word); });
}

/// Statements of the outermost block. One that has no end is left out: it does not compile.
class Splitter {
 public:
  explicit Splitter(Tokens tokens) : tokens_(tokens) {}

  std::vector<Tokens> run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].is("(") || tokens_[i].is("[") || tokens_[i].is("{")) ++depth_;
      if (tokens_[i].is(")") || tokens_[i].is("]") || tokens_[i].is("}")) --depth_;
      if (!ends_at(i)) continue;
      found_.push_back(tokens_.subspan(begin_, i + 1 - begin_));
      begin_ = i + 1;
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool ends_at(std::size_t i) const {
    const CppToken& first = tokens_[begin_];
    const bool block = among(kBlocks, first);
    if (first.kind == CppToken::Kind::directive) return true;
    if (depth_ != 0 || !(tokens_[i].is(";") || (block && tokens_[i].is("}")))) return false;
    if (!block || i + 1 == tokens_.size()) return true;
    const CppToken& next = tokens_[i + 1];
    return !(next.is("else") || next.is("catch") || (first.is("do") && next.is("while")));
  }

  Tokens tokens_;
  int depth_ = 0;
  std::size_t begin_ = 0;
  std::vector<Tokens> found_;
};

void add_simple(Tokens statement, StatementForm& form) {
  const DeclaredNames declared = declared_names(statement);
  form.certain = form.certain && declared.certain;
  form.kept.names.insert(form.kept.names.end(), declared.names.begin(), declared.names.end());
  if (declared.names.empty()) form.kept.insertions.push_back({statement.back().begin, kKeepValue});
}

void add(Tokens statement, StatementForm& form) {
  const CppToken& first = statement.front();
  if (statement.size() == 1 && first.is(";")) return;
  form.blank = false;
  const bool label = first.is_word() && statement.size() > 1 && statement[1].is(":");
  const bool block = among(kBlocks, first);
  form.blocks = form.blocks || block;
  if (block || label || among(kUnclear, first) || first.kind == CppToken::Kind::directive)
    form.certain = false;
  else if (!among(kWithoutValue, first) && !among(kJumps, first))
    add_simple(statement, form);
}

bool has_label(Tokens tokens, std::string_view name) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    if (tokens[i].is(name) && tokens[i + 1].is(":")) return true;
  return false;
}

void find_ways_out(Tokens tokens, StatementForm& form) {
  int depth = 0;
  for (const CppToken& token : tokens) {
    if (token.is("{")) ++depth;
    if (token.is("}") && --depth < 0) form.way_out = "}";
  }
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!among(kJumps, tokens[i])) continue;
    form.jumps = true;
    const bool stray = tokens[i].is("goto") && i + 1 < tokens.size() && !has_label(tokens, tokens[i + 1].text);
    if (stray) form.way_out = fmt::format("goto {}", tokens[i + 1].text);
  }
}

}  // namespace

std::string keep_variable(std::string_view name) { return fmt::format("::quern::keep({});", name); }

StatementForm analyse_statement(std::string_view code) {
  const std::vector<CppToken> tokens = cpp_tokens(code);
  StatementForm form;
  for (const Tokens& statement : Splitter(tokens).run()) add(statement, form);
  find_ways_out(tokens, form);
  return form;
}

std::string with_insertions(std::string_view code, const KeptForm& form) {
  std::string text;
  std::size_t done = 0;
  for (const KeptForm::Insertion& insertion : form.insertions) {
    text += code.substr(done, insertion.offset - done);
    text += insertion.text;
    done = insertion.offset;
  }
  return text += code.substr(done);
}

}  // namespace quern
