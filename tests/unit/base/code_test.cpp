// SPDX-License-Identifier: Apache-2.0
#include "base/code.hpp"

#include <doctest/doctest.h>

using quern::Code;

TEST_SUITE_BEGIN("base/code");

TEST_CASE("pieces stand on lines of their own, without their trailing newlines") {
  Code code("a = 1\n\n", {"x.yaml", 3, 5});
  code.append("b = 2", {"x.yaml", 9, 7});
  CHECK(code.text() == "a = 1\nb = 2");
}

TEST_CASE("blank lines inside a piece are kept") { CHECK(Code("a\n\nb\n", {"x.yaml", 1, 1}).text() == "a\n\nb"); }

TEST_CASE("an empty piece adds nothing, also no newline") {
  Code code("a", {"x.yaml", 1, 1});
  code.append("", {"x.yaml", 2, 1});
  code.append("\n", {"x.yaml", 3, 1});
  code.append(Code{});
  CHECK(code.text() == "a");
  CHECK(code.spans().size() == 1);
}

TEST_CASE("every piece remembers its first line and where it was written") {
  Code code("a\nb\nc", {"x.yaml", 10, 3});
  code.append("d", {"y.yaml", 20, 5});
  REQUIRE(code.spans().size() == 2);
  CHECK(code.spans()[0].first_line == 0);
  CHECK(code.spans()[1].first_line == 3);
  CHECK(to_string(code.spans()[1].origin) == "y.yaml:20:5");
}

TEST_CASE("appending code shifts the lines of its pieces") {
  Code inner("c", {"x.yaml", 7, 1});
  inner.append("d", {"x.yaml", 8, 1});
  Code code("a\nb", {"x.yaml", 1, 1});
  code.append(inner);
  REQUIRE(code.spans().size() == 3);
  CHECK(code.text() == "a\nb\nc\nd");
  CHECK(code.spans()[1].first_line == 2);
  CHECK(code.spans()[2].first_line == 3);
}

TEST_CASE("code appended to nothing begins in the first line") {
  Code code;
  code.append(Code("a", {"x.yaml", 4, 1}));
  REQUIRE(code.spans().size() == 1);
  CHECK(code.spans()[0].first_line == 0);
  CHECK(code.text() == "a");
}

TEST_SUITE_END();
