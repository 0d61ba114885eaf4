// SPDX-License-Identifier: Apache-2.0
#include "expand/version_range.hpp"

#include <doctest/doctest.h>

using namespace quern;

namespace {

bool inside(std::string_view version, std::string_view range) {
  return parse_version_range(range)->contains(*parse_version(version));
}

}  // namespace

TEST_SUITE_BEGIN("expand/version_range");

TEST_CASE("versions are compared number by number, not letter by letter") {
  CHECK(inside("1.10", ">=1.9"));
  CHECK(inside("2.10.1", ">2.9,<2.11"));
  CHECK_FALSE(inside("2.11", ">=1.9,<2.11"));
  CHECK_FALSE(inside("1.8.1", ">=1.9,<2.11"));
}

TEST_CASE("missing numbers are zero") {
  CHECK(inside("2", "==2.0.0"));
  CHECK(inside("2.0.0", "<=2"));
  CHECK_FALSE(inside("2.0.1", "<=2.0"));
}

TEST_CASE("every operator works, with spaces around") {
  CHECK(inside("1.9", " >= 1.9 , != 1.10 "));
  CHECK_FALSE(inside("1.10", "!=1.10"));
  CHECK(inside("1.9", "<1.10"));
  CHECK(inside("1.9", ">1.8"));
}

TEST_CASE("suffixes of a version do not count") {
  CHECK(*parse_version("1.13.1+cu117") == Version{1, 13, 1});
  CHECK(*parse_version("2.0.0a0") == Version{2, 0, 0});
  CHECK(*parse_version("1.13.") == Version{1, 13});
  CHECK_FALSE(parse_version("").has_value());
  CHECK_FALSE(parse_version("v1").has_value());
  CHECK_FALSE(parse_version("-1").has_value());
  CHECK_FALSE(parse_version("99999999999999").has_value());
}

TEST_CASE("what is not a list of operators and versions is refused") {
  for (const std::string text : {"", ",", "1.9", ">=", ">=1.9,", ",>=1.9", "=1.9", "~=1.9", ">=1.x", ">=1.9 <2",
                                 ">= -1", ">=1.9;<2", ">=1..2", "cuda"})
    CHECK_MESSAGE(!parse_version_range(text).has_value(), text);
}

TEST_CASE("a range that holds no version is noticed") {
  for (const std::string text : {">=2,<1.9", ">2,<2", "==1.9,!=1.9", "==1,==2", ">=2.1,<=2.0"})
    CHECK_MESSAGE(!parse_version_range(text)->satisfiable(), text);
  for (const std::string text : {">=1.9", "<2", ">=2,<=2", ">1.9,<1.9.1", "!=1", "==1.9", ">=1.9,<2.11,!=2.0"})
    CHECK_MESSAGE(parse_version_range(text)->satisfiable(), text);
}

TEST_SUITE_END();
