// SPDX-License-Identifier: Apache-2.0
#include "harness/build/declared_names.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace quern {
namespace {

constexpr std::array<std::string_view, 17> kTypes = {"auto",    "bool",   "char", "char8_t",  "char16_t", "char32_t",
                                                     "wchar_t", "short",  "int",  "long",     "signed",   "unsigned",
                                                     "float",   "double", "void", "__int128", "_Float16"};
constexpr std::array<std::string_view, 10> kQualifiers = {"const",  "constexpr", "static", "thread_local", "volatile",
                                                          "extern", "register",  "inline", "typename",     "mutable"};
// Words that stand where a type or a variable could, but are neither.
constexpr std::array<std::string_view, 27> kOperators = {
    "new",    "delete", "throw", "sizeof", "alignof", "typeid",  "noexcept", "co_await", "co_yield",
    "not",    "compl",  "and",   "or",     "xor",     "bitand",  "bitor",    "and_eq",   "or_eq",
    "xor_eq", "not_eq", "this",  "true",   "false",   "nullptr", "operator", "decltype", "requires"};

template <typename Words>
bool is_among(const Words& words, const CppToken& token) {
  return token.is_word() && std::find(words.begin(), words.end(), token.text) != words.end();
}

class Declaration {
 public:
  explicit Declaration(std::span<const CppToken> tokens) : tokens_(tokens) {}

  DeclaredNames read() {
    while (at_ < tokens_.size() && !ended_) step();
    DeclaredNames found{names_, keyword_ || (!marks_ && !angles_)};
    if (!names_.empty() && !bindings_) add_others(found);
    return found;
  }

 private:
  [[nodiscard]] bool next_is(std::string_view text, std::size_t ahead = 1) const {
    return at_ + ahead < tokens_.size() && tokens_[at_ + ahead].is(text);
  }

  void step() {
    const CppToken& token = tokens_[at_];
    if (is_among(kOperators, token)) {
      ended_ = true;
    } else if (is_among(kQualifiers, token)) {
      keyword_ = true;
      ++at_;
    } else if (is_among(kTypes, token)) {
      keyword_ = typed_ = true;
      ended_ = next_is("(") || next_is("{");  // a conversion
      ++at_;
    } else if (token.is_word()) {
      read_word();
    } else if (token.is("::")) {
      ++at_;
    } else if (typed_ && (token.is("*") || token.is("&"))) {
      marks_ = true;
      ++at_;
    } else {
      if (token.is("[") && keyword_ && typed_) read_bindings();
      ended_ = true;
    }
  }

  void read_word() {
    if (next_is("::")) {
      at_ += 2;
    } else if (next_is("<") && !typed_) {
      const std::optional<std::size_t> close = closing_angle(at_ + 1);
      ended_ = !close;
      angles_ = true;
      at_ = close.value_or(at_) + 1;
      typed_ = at_ < tokens_.size() && !tokens_[at_].is("::");
    } else if (!typed_) {
      typed_ = true;
      ++at_;
    } else {
      if (begins_variable()) names_.emplace_back(tokens_[at_].text);
      ended_ = true;
    }
  }

  // What may follow the name of a variable. After a mark only a value tells `T& y = x` from `x & y`.
  [[nodiscard]] bool begins_variable() const {
    if (next_is("="))
      return at_ + 2 >= tokens_.size() || !tokens_[at_ + 2].is("=") || tokens_[at_ + 2].begin != tokens_[at_ + 1].end();
    if (marks_ && !keyword_) return next_is("{");
    return next_is("(") || next_is("{") || next_is("[") || next_is(";") || next_is(",");
  }

  void read_bindings() {
    bindings_ = true;
    for (++at_; at_ < tokens_.size() && !tokens_[at_].is("]"); ++at_)
      if (tokens_[at_].is_word()) names_.emplace_back(tokens_[at_].text);
  }

  [[nodiscard]] std::optional<std::size_t> closing_angle(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < tokens_.size(); ++i) {
      if (tokens_[i].is("<")) ++depth;
      if (tokens_[i].is(">") && --depth == 0) return i;
      if (tokens_[i].is(";") || tokens_[i].is("=")) break;
    }
    return std::nullopt;
  }

  // `, b = …` behind the first: unless a `<` makes it unclear what a comma parts.
  void add_others(DeclaredNames& found) const {
    int depth = 0;
    bool angle = false;
    for (std::size_t i = at_; i < tokens_.size(); ++i) {
      const CppToken& token = tokens_[i];
      if (token.is("(") || token.is("[") || token.is("{")) ++depth;
      if (token.is(")") || token.is("]") || token.is("}")) --depth;
      angle = angle || (token.is("<") && depth == 0);
      if (!token.is(",") || depth != 0) continue;
      while (i + 1 < tokens_.size() && (tokens_[i + 1].is("*") || tokens_[i + 1].is("&"))) ++i;
      if (angle || i + 1 >= tokens_.size() || !tokens_[i + 1].is_word()) {
        found.certain = false;
        return;
      }
      found.names.emplace_back(tokens_[i + 1].text);
    }
  }

  std::span<const CppToken> tokens_;
  std::size_t at_ = 0;
  bool ended_ = false;
  bool keyword_ = false;  // begins as no expression does
  bool typed_ = false;    // a type was read
  bool marks_ = false;    // `*` or `&` behind the type
  bool angles_ = false;
  bool bindings_ = false;
  std::vector<std::string> names_;
};

}  // namespace

DeclaredNames declared_names(std::span<const CppToken> statement) { return Declaration(statement).read(); }

}  // namespace quern
