// SPDX-License-Identifier: Apache-2.0
#include "base/pattern.hpp"

#include <fmt/format.h>
#include <re2/re2.h>
#include <re2/stringpiece.h>

#include <utility>

#include "base/error.hpp"

namespace quern {
namespace {

constexpr std::size_t kLongest = 10000;  // bytes; a list of a hundred ids fits
constexpr std::size_t kMostQuoted = 60;

re2::RE2::Options options() {
  re2::RE2::Options options;
  options.set_log_errors(false);  // they are ours to report
  return options;
}

// RE2's own kind of view: what it is, and what becomes one by itself, is not the same in all its releases.
re2::StringPiece piece_of(std::string_view text) { return {text.data(), text.size()}; }

// Messages quote patterns: the begin of a long one says which it is.
std::string cited(std::string_view text) {
  if (text.size() <= kMostQuoted) return fmt::format("'{}'", text);
  return fmt::format("'{}…' of {} characters", text.substr(0, kMostQuoted), text.size());
}

// The library repeats the part that it stumbled over; where that is all of the pattern, it is quoted already.
std::string reason(const re2::RE2& compiled) {
  const std::string& said = compiled.error();
  if (compiled.error_arg() != compiled.pattern()) return said;
  return said.substr(0, said.size() - compiled.pattern().size() - std::string_view(": ").size());
}

}  // namespace

Pattern::Pattern(std::string text) : text_(std::move(text)) {
  if (text_.size() > kLongest)
    throw Error(ErrorKind::usage, fmt::format("{} is too long for a regular expression", cited(text_)),
                fmt::format("{} characters are the most", kLongest));
  compiled_ = std::make_unique<const re2::RE2>(text_, options());
  if (!compiled_->ok())
    throw Error(ErrorKind::usage, fmt::format("{} is not a regular expression: {}", cited(text_), reason(*compiled_)),
                kPatternHint);
}

Pattern::Pattern() = default;
Pattern::~Pattern() = default;
Pattern::Pattern(Pattern&& other) noexcept = default;
Pattern& Pattern::operator=(Pattern&& other) noexcept = default;

// A compiled expression cannot be copied.
Pattern::Pattern(const Pattern& other) : Pattern(other.compiled_ ? Pattern(other.text_) : Pattern()) {}

Pattern& Pattern::operator=(const Pattern& other) { return *this = Pattern(other); }

bool Pattern::found_in(std::string_view text) const {
  return !compiled_ || compiled_->Match(piece_of(text), 0, text.size(), re2::RE2::UNANCHORED, nullptr, 0);
}

std::optional<std::vector<std::string_view>> Pattern::first_in(std::string_view text) const {
  if (!compiled_) return std::vector{text.substr(0, 0)};
  std::vector<re2::StringPiece> found(static_cast<std::size_t>(compiled_->NumberOfCapturingGroups()) + 1);
  if (!compiled_->Match(piece_of(text), 0, text.size(), re2::RE2::UNANCHORED, found.data(),
                        static_cast<int>(found.size())))
    return std::nullopt;
  std::vector<std::string_view> parts;
  parts.reserve(found.size());
  for (const auto& part : found) parts.emplace_back(part.data(), part.size());
  return parts;
}

}  // namespace quern
