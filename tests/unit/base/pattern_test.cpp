// SPDX-License-Identifier: Apache-2.0
#include "base/pattern.hpp"

#include <doctest/doctest.h>

#include <string>

#include "base/error.hpp"

namespace quern {
namespace {

std::string what_is_wrong_with(const std::string& text) {
  try {
    const Pattern pattern(text);
    return "";
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    return error.what();
  }
}

TEST_SUITE_BEGIN("base/pattern");

TEST_CASE("a pattern is searched anywhere in a text") {
  CHECK(Pattern("add").found_in("pointwise/math/add/0"));
  CHECK(Pattern("^pointwise/.*:t[12]$").found_in("pointwise/math/add/0:t1"));
  CHECK(Pattern(R"((?i)\bADD\b|[[:digit:]]{3})").found_in("math/add/0"));
  CHECK_FALSE(Pattern("^add").found_in("pointwise/math/add/0"));
}

TEST_CASE("no pattern is found everywhere") { CHECK(Pattern().found_in("")); }

TEST_CASE("a copy finds the same") {
  Pattern copy;
  copy = Pattern("b+");
  const Pattern another(copy);  // NOLINT(performance-unnecessary-copy-initialization): what is tested
  CHECK(another.text() == "b+");
  CHECK(another.found_in("abba"));
  CHECK_FALSE(another.found_in("a"));
}

TEST_CASE("brackets give their parts of the first place") {
  const auto parts = Pattern("([a-z]+)=([0-9]*)(x)?").first_in("1 a= b=12");
  REQUIRE(parts);
  CHECK(*parts == std::vector<std::string_view>{"a=", "a", "", ""});
  CHECK_FALSE(Pattern("c").first_in("ab"));
}

TEST_CASE("what cannot be read is an error that says why") {
  CHECK(what_is_wrong_with("add(") == "'add(' is not a regular expression: missing )");
  CHECK(what_is_wrong_with("(?=add)") == "'(?=add)' is not a regular expression: invalid perl operator: (?=");
  CHECK(what_is_wrong_with(R"((a)\1)") == R"('(a)\1' is not a regular expression: invalid escape sequence: \1)");
}

TEST_CASE("60,000 brackets are an error and no crash") {
  const std::string message = what_is_wrong_with(std::string(60000, '('));
  CHECK(message == "'" + std::string(60, '(') + "…' of 60000 characters is too long for a regular expression");
  CHECK(what_is_wrong_with(std::string(10000, '(')).ends_with("is not a regular expression: missing )"));
  CHECK(Pattern(std::string(4000, '(') + "a" + std::string(4000, ')')).found_in("a"));
}

TEST_CASE("a text of a million characters is searched to its end, by any pattern") {
  const std::string text = std::string(1000000, 'a') + "b";
  CHECK(Pattern("^(a|aa)+b$").found_in(text));
  CHECK_FALSE(Pattern("^(a|aa)+c$").found_in(text));
  CHECK(Pattern("(.*)*b").found_in(text));
}

TEST_SUITE_END();

}  // namespace
}  // namespace quern
