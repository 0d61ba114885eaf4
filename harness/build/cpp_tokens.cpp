// SPDX-License-Identifier: Apache-2.0
#include "harness/build/cpp_tokens.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace quern {
namespace {

constexpr std::array<std::string_view, 5> kPrefixes = {"", "u8", "u", "U", "L"};  // of literals

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }
bool is_prefix(std::string_view word) { return std::find(kPrefixes.begin(), kPrefixes.end(), word) != kPrefixes.end(); }

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view code) : code_(code) {}

  std::vector<CppToken> run() {
    while (at_ < code_.size()) next();
    return std::move(found_);
  }

 private:
  using Kind = CppToken::Kind;

  void next() {
    const char c = code_[at_];
    if (c == '\n') line_begins_ = true;
    if (is_blank(c)) {
      ++at_;
    } else if (starts("//")) {
      at_ = std::min(code_.find('\n', at_), code_.size());
    } else if (starts("/*")) {
      at_ = std::min(code_.find("*/", at_ + 2), code_.size() - 2) + 2;
    } else if (c == '#' && line_begins_) {
      add_directive();
    } else {
      line_begins_ = false;
      add_token();
    }
  }

  void add_token() {
    const char c = code_[at_];
    if (is_digit(c) || (c == '.' && at_ + 1 < code_.size() && is_digit(code_[at_ + 1])))
      return add(Kind::number, number_end());
    std::size_t end = at_;
    while (end < code_.size() && is_of_word(code_[end])) ++end;
    const std::string_view word = code_.substr(at_, end - at_);
    const char after = end < code_.size() ? code_[end] : '\0';
    if (after == '"' && word.ends_with('R') && is_prefix(word.substr(0, word.size() - 1)))
      return add(Kind::literal, raw_string_end(end));
    if ((after == '"' || after == '\'') && is_prefix(word)) return add(Kind::literal, literal_end(end));
    if (!word.empty()) return add(Kind::word, end);
    add(Kind::mark, at_ + (starts("::") || starts("->") ? 2 : 1));
  }

  // A preprocessing number: 1'000, 0x1p-3, 1e+5f.
  [[nodiscard]] std::size_t number_end() const {
    std::size_t end = at_ + 1;
    for (; end < code_.size(); ++end) {
      const char c = code_[end];
      const bool signed_exponent =
          (c == '+' || c == '-') && std::string_view("eEpP").find(code_[end - 1]) != std::string_view::npos;
      const bool separator = c == '\'' && end + 1 < code_.size() && is_of_word(code_[end + 1]);
      if (!is_of_word(c) && c != '.' && !signed_exponent && !separator) break;
    }
    return end;
  }

  [[nodiscard]] std::size_t literal_end(std::size_t quote) const {
    std::size_t end = quote + 1;
    for (; end < code_.size() && code_[end] != code_[quote]; ++end)
      if (code_[end] == '\\') ++end;
    return std::min(end + 1, code_.size());
  }

  [[nodiscard]] std::size_t raw_string_end(std::size_t quote) const {
    const std::size_t open = std::min(code_.find('(', quote), code_.size());
    const std::string end = ")" + std::string(code_.substr(quote + 1, open - quote - 1)) + "\"";
    const std::size_t close = code_.find(end, open);
    return close == std::string_view::npos ? code_.size() : close + end.size();
  }

  void add_directive() {
    const std::size_t begin = at_;
    std::size_t end = std::min(code_.find('\n', at_), code_.size());
    while (end < code_.size() && code_[end - 1] == '\\') end = std::min(code_.find('\n', end + 1), code_.size());
    at_ = end;
    const std::string_view text = code_.substr(begin, end - begin);
    if (!text.starts_with("#line ")) found_.push_back({Kind::directive, text, begin});
  }

  void add(Kind kind, std::size_t end) {
    found_.push_back({kind, code_.substr(at_, end - at_), at_});
    at_ = end;
  }

  [[nodiscard]] bool starts(std::string_view text) const { return code_.substr(at_).starts_with(text); }

  std::string_view code_;
  std::size_t at_ = 0;
  bool line_begins_ = true;
  std::vector<CppToken> found_;
};

}  // namespace

std::vector<CppToken> cpp_tokens(std::string_view code) { return Tokenizer(code).run(); }

}  // namespace quern
