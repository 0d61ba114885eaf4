// SPDX-License-Identifier: Apache-2.0
#include "base/yaml/problems.hpp"

#include <doctest/doctest.h>

#include "base/error.hpp"

using namespace quern;

TEST_SUITE_BEGIN("base/yaml/problems");

TEST_CASE("a mistake shows its place, its line, a caret and a hint") {
  const Source source("a.yaml", "a: 1\nb: 2\n");
  Problems problems;
  problems.add({&source, 2, 4}, "wrong", "right");
  CHECK(problems.render() == "a.yaml:2:4: wrong\n    b: 2\n       ^ right");
}

TEST_CASE("mistakes are sorted by position within their file, files by first mention") {
  const Source first("first.yaml", "x\ny\n");
  const Source second("second.yaml", "x\n");
  Problems problems;
  problems.add({&first, 2, 1}, "b");
  problems.add({&second, 1, 1}, "c");
  problems.add({&first, 1, 1}, "a");
  CHECK(problems.render() ==
        "first.yaml:1:1: a\n    x\n    ^\nfirst.yaml:2:1: b\n    y\n    ^\nsecond.yaml:1:1: c\n    x\n    ^");
}

TEST_CASE("what an alias repeats is said once") {
  const Source source("a.yaml", "x\n");
  Problems problems;
  problems.add({&source, 1, 1}, "a");
  problems.add({&source, 1, 1}, "a");
  CHECK(problems.size() == 2);
  CHECK(problems.render() == "a.yaml:1:1: a\n    x\n    ^");
}

TEST_CASE("only the first hundred are shown, and how many more there are") {
  const Source source("a.yaml", std::string(5000, '\n'));
  Problems problems;
  for (int line = 1; line <= 2500; ++line) problems.add({&source, line, 1}, "wrong");
  const std::string text = problems.render();
  CHECK(text.find("a.yaml:100:1: wrong") != std::string::npos);
  CHECK(text.find("a.yaml:101:1: wrong") == std::string::npos);
  CHECK(text.ends_with("… and 2400 more"));
}

TEST_CASE("a place beyond the end has no line and no caret, but keeps its hint") {
  const Source source("a.yaml", "");
  Problems problems;
  problems.add({&source, 1, 1}, "wrong", "right");
  CHECK(problems.render() == "a.yaml:1:1: wrong\n    right");
}

TEST_CASE("nothing that a file or its name holds reaches the terminal raw") {
  const Source source("\x1b[1m.yaml", "\x1b[2m\n");
  Problems problems;
  problems.add({&source, 1, 1}, "\x1b[3m", "\x1b[4m");
  CHECK(problems.render().find('\x1b') == std::string::npos);
}

TEST_CASE("mistakes become one error, none become none") {
  const Source source("a.yaml", "x\n");
  Problems problems;
  CHECK_NOTHROW(problems.throw_if_any());
  problems.add({&source, 1, 1}, "wrong");
  CHECK_THROWS_AS(problems.throw_if_any(), Error);
}

TEST_SUITE_END();
