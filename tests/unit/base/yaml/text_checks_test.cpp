// SPDX-License-Identifier: Apache-2.0
#include "base/yaml/text_checks.hpp"

#include <doctest/doctest.h>

using namespace quern;

namespace {

std::string check(const std::string& text) {
  const Source source("a.yaml", text);
  Problems problems;
  const bool good = check_text(source, problems);
  CHECK(good == problems.empty());
  return problems.render();
}

}  // namespace

TEST_SUITE_BEGIN("base/yaml/text_checks");

TEST_CASE("ordinary files pass, with either line break and in any script") {
  CHECK(check("") == "");
  CHECK(check("a: Größe 行列 🙂\nb: 1\n") == "");
  CHECK(check("a:\r\n  b: 1\r\n") == "");
  CHECK(check("\xEF\xBB\xBF"
              "a: 1\n") == "");
}

TEST_CASE("bytes that are not UTF-8 are named, with their place in characters") {
  CHECK(check("a: 1\nö: \xF6\n").starts_with("a.yaml:2:4: byte 0xf6 is not UTF-8"));
}

TEST_CASE("control characters are refused: the parser takes one of them for the end of the file") {
  for (const std::string text : {"a: \x04 b", "a: \x1b[31m", "a: \x7f", "a: \xC2\x85"})
    CHECK_MESSAGE(check(text).starts_with("a.yaml:1:4: control character"), text);
  CHECK(check(std::string("a: \0", 4)).starts_with("a.yaml:1:4: control character"));
}

TEST_CASE("a tab as indentation is a mistake, once per line") {
  CHECK(check("a:\n\tb: 1\n  \tc: 1\n") ==
        "a.yaml:2:1: tab used as indentation\n     b: 1\n    ^ YAML indents with spaces only\n"
        "a.yaml:3:3: tab used as indentation\n       c: 1\n      ^ YAML indents with spaces only");
}

TEST_CASE("tabs inside code and after it are nobody's business") {
  CHECK(check("a: |\n  if x:\n  \ty\n  \tz\n") == "");
  CHECK(check("a:\n  - b: |-  # code\n      if x:\n      \ty\n    c: 1\n") == "");
  CHECK(check("a: &code >2+\n  \tx\n") == "");
  CHECK(check("a: x\ty\t# remark\n\t\n") == "");
}

TEST_CASE("after a block, tabs count again") {
  CHECK(check("a:\n  b: |\n    x\n\tc: 1\n").starts_with("a.yaml:4:1: tab used as indentation"));
}

TEST_SUITE_END();
