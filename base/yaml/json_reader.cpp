// SPDX-License-Identifier: Apache-2.0
#include "base/yaml/json_reader.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/yaml/text_checks.hpp"
#include "base/yaml/yaml_reader.hpp"

namespace quern {
namespace {

constexpr std::size_t kDeepestJson = 100;
constexpr std::size_t kMostJsonNodes = 1'000'000;
constexpr std::string_view kJsonSpace = " \t\r\n";

/// The problem is already recorded.
struct NotJson {};

void append_utf8(std::string& text, std::uint32_t code) {
  const auto tail = [&](unsigned shift) { text += static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80U) {
    text += static_cast<char>(code);
  } else if (code < 0x800U) {
    text += static_cast<char>(0xC0U | (code >> 6U));
    tail(0);
  } else if (code < 0x10000U) {
    text += static_cast<char>(0xE0U | (code >> 12U));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0U | (code >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

bool is_json_digit(char c) { return c >= '0' && c <= '9'; }

// RFC 8259's grammar of a number: no leading zeros, no bare points.
bool is_json_number(std::string_view word) {
  std::size_t at = word.starts_with('-') ? 1 : 0;
  const auto digits = [&] {
    const std::size_t begin = at;
    while (at < word.size() && is_json_digit(word[at])) ++at;
    return at - begin;
  };
  const std::size_t first = at;
  const std::size_t whole = digits();
  if (whole == 0 || (whole > 1 && word[first] == '0')) return false;
  if (at < word.size() && word[at] == '.') {
    ++at;
    if (digits() == 0) return false;
  }
  if (at < word.size() && (word[at] == 'e' || word[at] == 'E')) {
    ++at;
    if (at < word.size() && (word[at] == '+' || word[at] == '-')) ++at;
    if (digits() == 0) return false;
  }
  return at == word.size();
}

class JsonReader {
 public:
  JsonReader(const Source& source, Problems& problems) : source_(source), problems_(problems), text_(source.text()) {}

  YamlNode read() {
    YamlNode root = value(0);
    skip_space();
    if (at_ < text_.size()) stop("expected the end of the file");
    return root;
  }

 private:
  [[noreturn]] void stop(const std::string& message, const std::string& hint = {}) {
    problems_.add(here(), message, hint);
    throw NotJson{};
  }

  [[nodiscard]] Place here() const { return {&source_, line_, static_cast<int>(at_ - line_begin_) + 1}; }

  void skip_space() {
    for (; at_ < text_.size() && kJsonSpace.find(text_[at_]) != std::string_view::npos; ++at_)
      if (text_[at_] == '\n') {
        ++line_;
        line_begin_ = at_ + 1;
      }
  }

  // The next character that says something; '\0' at the end.
  char next() {
    skip_space();
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  YamlNode value(std::size_t depth) {
    const char first = next();
    if (++nodes_ > kMostJsonNodes)
      stop(fmt::format("the file has more than {} keys and values", kMostJsonNodes), "use ranges to make many cases");
    if (depth > kDeepestJson) stop(fmt::format("nested more than {} levels deep", kDeepestJson));
    YamlNode node;
    node.place = node.text.place = here();
    if (first == '{')
      read_object(node, depth);
    else if (first == '[')
      read_array(node, depth);
    else if (first == '"')
      read_string(node);
    else
      read_word(node);
    return node;
  }

  void read_object(YamlNode& node, std::size_t depth) {
    node.kind = YamlNode::Kind::map;
    ++at_;
    if (next() == '}') return static_cast<void>(++at_);
    std::unordered_map<std::string, int> seen;
    do {
      if (next() != '"') stop(seen.empty() ? "expected a quoted key or '}'" : "expected a quoted key");
      YamlNode key = value(depth + 1);
      const auto [first, added] = seen.emplace(key.text.text, key.place.line);
      if (!added)
        problems_.add(key.place, fmt::format("duplicate key '{}'", key.text.text),
                      fmt::format("first used in line {}", first->second));
      if (next() != ':') stop("expected ':'");
      ++at_;
      node.entries.push_back({std::move(key), value(depth + 1)});
    } while (goes_on('}'));
  }

  void read_array(YamlNode& node, std::size_t depth) {
    node.kind = YamlNode::Kind::sequence;
    ++at_;
    if (next() == ']') return static_cast<void>(++at_);
    do node.items.push_back(value(depth + 1));
    while (goes_on(']'));
  }

  // Past a comma there is more, past the closing character there is not.
  bool goes_on(char closing) {
    const char found = next();
    if (found != ',' && found != closing) stop(fmt::format("expected ',' or '{}'", closing));
    ++at_;
    return found == ',';
  }

  void read_string(YamlNode& node) {
    node.kind = YamlNode::Kind::scalar;
    ++at_;
    node.text.place = here();
    while (true) {
      if (at_ == text_.size() || text_[at_] == '\n') stop("this text does not end", "close the quotes");
      const char c = text_[at_++];
      if (c == '"') return;
      if (c == '\\')
        read_escape(node.text.text);
      else
        node.text.text += c;
    }
  }

  void read_escape(std::string& text) {
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const char name = at_ < text_.size() ? text_[at_] : '\0';
    if (const std::size_t found = kNames.find(name); found != std::string_view::npos) {
      text += kMeanings[found];
      ++at_;
      return;
    }
    if (name != 'u') stop("this is no escape of JSON", "write a backslash as \\\\");
    append_utf8(text, code_point());
  }

  // `\uD83D\uDE00` is one character. A half of such a pair by itself is none.
  std::uint32_t code_point() {
    const std::uint32_t first = code_unit();
    if (first < 0xD800U || first > 0xDFFFU) return first;
    const bool paired = first < 0xDC00U && text_.substr(at_, 2) == "\\u";
    if (paired) ++at_;
    const std::uint32_t second = paired ? code_unit() : 0;
    if (second < 0xDC00U || second > 0xDFFFU) stop("this escape is half a character", "write both halves");
    return 0x10000U + ((first - 0xD800U) << 10U) + (second - 0xDC00U);
  }

  std::uint32_t code_unit() {
    std::uint32_t code = 0;
    for (const char digit : text_.substr(++at_, 4)) {
      if (std::isxdigit(static_cast<unsigned char>(digit)) == 0) stop("expected four hexadecimal digits");
      const int lower = digit | 0x20;
      code = code * 16 + static_cast<std::uint32_t>(is_json_digit(digit) ? digit - '0' : lower - 'a' + 10);
    }
    if (at_ + 4 > text_.size()) stop("expected four hexadecimal digits");
    at_ += 4;
    return code;
  }

  void read_word(YamlNode& node) {
    const std::size_t end = text_.find_first_of(" \t\r\n,:]}[{\"", at_);
    const std::string_view word = text_.substr(at_, end - at_);
    if (word != "null" && word != "true" && word != "false" && !is_json_number(word))
      stop(word.empty() ? "expected a value" : fmt::format("'{}' is no value of JSON", word.substr(0, 40)),
           word.empty() ? "" : "text stands in double quotes");
    at_ += word.size();
    if (word == "null") return;
    node.kind = YamlNode::Kind::scalar;
    node.plain = true;
    node.text.text = word;
  }

  const Source& source_;
  Problems& problems_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  int line_ = 1;
  std::size_t nodes_ = 0;
};

}  // namespace

bool looks_like_json(const Source& source) {
  const std::string_view text = source.text();
  const std::size_t brace = std::min(text.find_first_not_of(kJsonSpace), text.size());
  if (!text.substr(brace).starts_with('{')) return false;
  const std::size_t key = std::min(text.find_first_not_of(kJsonSpace, brace + 1), text.size());
  return text.substr(key).starts_with('"') || text.substr(key).starts_with('}');
}

std::optional<YamlNode> read_json_tree(const Source& source, Problems& problems) {
  if (!check_size(source, problems) || !check_characters(source, problems)) return std::nullopt;
  try {
    return JsonReader(source, problems).read();
  } catch (const NotJson&) {
    return std::nullopt;
  }
}

}  // namespace quern
