// SPDX-License-Identifier: Apache-2.0
#include "harness/build/diagnostics.hpp"

#include <doctest/doctest.h>

using namespace quern;

TEST_SUITE_BEGIN("harness/build/diagnostics");

TEST_CASE("an error has a place and a message") {
  const std::vector<Diagnostic> found = parse_diagnostics("suite.yaml:12:7: error: use of undeclared identifier 'z'\n");
  REQUIRE(found.size() == 1);
  CHECK(to_string(found[0].where) == "suite.yaml:12:7");
  CHECK(found[0].error);
  CHECK(found[0].message == "use of undeclared identifier 'z'");
}

TEST_CASE("a fatal error is an error, a note is none, a warning is nothing") {
  const std::vector<Diagnostic> found = parse_diagnostics(
      "a.cpp:1:2: fatal error: 'x.h' file not found\n"
      "a.cpp:3:4: warning: unused\n"
      "a.cpp:5:6: note: candidate function\n");
  REQUIRE(found.size() == 2);
  CHECK(found[0].error);
  CHECK_FALSE(found[1].error);
  CHECK(found[1].where.line == 5);
}

TEST_CASE("names and messages may hold colons and blanks") {
  const std::vector<Diagnostic> found = parse_diagnostics(
      "C:/my files/a:1:2.yaml:12:7: error: no member named 'y' in namespace 'at': note: nothing: error: like it\n"
      "b.yaml:1:1: note: said before: error: twice\n");
  REQUIRE(found.size() == 2);
  CHECK(found[0].where.file == "C:/my files/a:1:2.yaml");
  CHECK(found[0].message == "no member named 'y' in namespace 'at': note: nothing: error: like it");
  CHECK_FALSE(found[1].error);
  CHECK(found[1].message == "said before: error: twice");
}

TEST_CASE("everything else that compilers print is passed over") {
  CHECK(parse_diagnostics("").empty());
  CHECK(parse_diagnostics("In file included from a.cpp:1:\n  x + z;\n      ^\n1 error generated.\n"
                          "clang: error: linker command failed\n: error: \n:1:2\nx:y:z: error: no\n"
                          "a.cpp:99999999999:1: error: too large\na.cpp:1: error: no column\n")
            .empty());
}

TEST_CASE("a last line without its end is read") { CHECK(parse_diagnostics("a:1:2: error: b").size() == 1); }

TEST_SUITE_END();
