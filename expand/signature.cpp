// SPDX-License-Identifier: Apache-2.0
#include "expand/signature.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/ascii.hpp"

namespace quern {
namespace {

// Names that generated code uses beside the user's.
constexpr std::array<std::string_view, 3> kReserved = {"model", "jit_model", "jit_inputs"};

bool begins_name(char c) { return is_letter(c) || c == '_'; }

class SignatureParser {
 public:
  SignatureParser(const Text& text, Problems& problems) : text_(text), problems_(problems) {}

  std::optional<Signature> parse() {
    if (!read_name() || !skip("(")) return fail();
    if (!skip(")") && !read_inputs()) return std::nullopt;
    if (at_end()) return signature_;
    if (!skip("->")) return fail();
    return read_output() ? std::optional(signature_) : std::nullopt;
  }

 private:
  struct Name {
    std::string text;
    std::size_t at;
  };

  bool read_inputs() {
    do {
      const std::optional<Name> name = read_name();
      if (!name) return fail().has_value();
      if (!is_new(*name)) return false;
      signature_.inputs.push_back(name->text);
    } while (skip(","));
    return skip(")") || fail().has_value();
  }

  bool read_output() {
    skip_space();
    if (text_.text.find(',', at_) != std::string::npos)
      return fail_at(at_, "a signature has one output", "return a single tensor");
    const std::optional<Name> output = read_name();
    if (!output || !at_end()) return fail().has_value();
    if (output->text == "None") return true;
    signature_.output = output->text;
    return is_new(*output);
  }

  void skip_space() { at_ = std::min(text_.text.find_first_not_of(" \t\n", at_), text_.text.size()); }

  bool at_end() {
    skip_space();
    return at_ == text_.text.size();
  }

  bool skip(std::string_view token) {
    skip_space();
    if (!std::string_view(text_.text).substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }

  std::optional<Name> read_name() {
    skip_space();
    const std::size_t begin = at_;
    while (at_ < text_.text.size() && (begins_name(text_.text[at_]) || (at_ > begin && is_digit(text_.text[at_]))))
      ++at_;
    if (at_ == begin) return std::nullopt;
    return Name{text_.text.substr(begin, at_ - begin), begin};
  }

  bool is_new(const Name& name) {
    if (std::find(kReserved.begin(), kReserved.end(), name.text) != kReserved.end())
      return fail_at(name.at, fmt::format("'{}' is a name of generated code", name.text), "choose another name");
    const auto& known = signature_.inputs;
    if (std::find(known.begin(), known.end(), name.text) == known.end()) return true;
    return fail_at(name.at, fmt::format("the signature repeats '{}'", name.text),
                   "each input and the output has its own name");
  }

  std::optional<Signature> fail() {
    skip_space();
    fail_at(at_, "the signature cannot be read from here", "the form is f(x, w) -> y");
    return std::nullopt;
  }

  bool fail_at(std::size_t offset, const std::string& message, const std::string& hint) {
    problems_.add(place_in(text_, offset), message, hint);
    return false;
  }

  const Text& text_;
  Problems& problems_;
  std::size_t at_ = 0;
  Signature signature_;
};

}  // namespace

bool is_identifier(std::string_view word) {
  return !word.empty() && begins_name(word.front()) &&
         std::all_of(word.begin(), word.end(), [](char c) { return begins_name(c) || is_digit(c); });
}

std::optional<Signature> read_signature(const Text& text, Problems& problems) {
  return SignatureParser(text, problems).parse();
}

}  // namespace quern
