// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/case_places.hpp"

#include <doctest/doctest.h>

using namespace quern;

namespace {

/// A setup of two pieces from two files, a statement of two lines, one line of global setup.
Case make_case() {
  Case args;
  snippet(args).setup = Code("a = 1\nb = 2\n", {"group.yaml", 10, 9});
  snippet(args).setup.append("c = 3", {"case.yaml", 40, 13});
  snippet(args).stmt = Code("x = a\nx + b", {"case.yaml", 50, 7});
  snippet(args).global_setup = Code("import math", {"group.yaml", 3, 5});
  return args;
}

std::string place(std::string_view part, int line) {
  const std::optional<Origin> origin = place_in_definition(make_case(), part, line);
  return origin ? to_string(*origin) : "nowhere";
}

Failure located(const std::string& message) {
  Failure failure{FailureKind::exception, message, "", ""};
  locate_failure(failure, make_case());
  return failure;
}

}  // namespace

TEST_SUITE_BEGIN("harness/measure/case_places");

TEST_CASE("a line is placed where its own piece was written") {
  CHECK(place("setup", 1) == "group.yaml:10:9");
  CHECK(place("setup", 2) == "group.yaml:11:9");
  CHECK(place("setup", 3) == "case.yaml:40:13");
  CHECK(place("stmt", 2) == "case.yaml:51:7");
  CHECK(place("global_setup", 1) == "group.yaml:3:5");
}

TEST_CASE("there is no place for other parts, for lines before the first, and in a part without text") {
  CHECK(place("model", 1) == "nowhere");
  CHECK(place("", 1) == "nowhere");
  CHECK(place("stmt", 0) == "nowhere");
  CHECK(place("stmt", -1) == "nowhere");
  CHECK_FALSE(place_in_definition(Case{}, "stmt", 1).has_value());
}

TEST_CASE("a traceback's frames name the user's files, and all else stays") {
  const std::string traceback =
      "Traceback (most recent call last):\n"
      "  File \"<stmt>\", line 2, in stmt\n    x + b\n"
      "  File \"<setup>\", line 3, in f\n"
      "  File \"/usr/lib/torch.py\", line 9, in add\n"
      "TypeError: <stmt> and <setup>\n";
  CHECK(with_origins(traceback, make_case()) ==
        "Traceback (most recent call last):\n"
        "  File \"case.yaml\", line 51, in stmt\n    x + b\n"
        "  File \"case.yaml\", line 40, in f\n"
        "  File \"/usr/lib/torch.py\", line 9, in add\n"
        "TypeError: <stmt> and <setup>\n");
}

TEST_CASE("frames that cannot be placed stay as they are") {
  for (const std::string text : {"", "File \"<stmt>\", line 0", "File \"<model>\", line 1", "File \"<stmt>\", line one",
                                 "File \"stmt\", line 1"}) {
    CAPTURE(text);
    CHECK(with_origins(text, make_case()) == text);
  }
}

TEST_CASE("the place that a worker tells before its message becomes the failure's") {
  const Failure failure = located("at stmt 2\nValueError: two\nlines");
  CHECK(failure.where == "case.yaml:51:7");
  CHECK(failure.message == "ValueError: two\nlines");
}

TEST_CASE("a place that does not exist is taken off the message all the same") {
  const Failure failure = located("at stmt 0\nValueError");
  CHECK(failure.where.empty());
  CHECK(failure.message == "ValueError");
}

TEST_CASE("a message that only resembles a place is left alone") {
  for (const std::string message : {"", "at stmt 2", "at stmt two\nValueError", "at model 1\nValueError",
                                    "ValueError\nat stmt 2\n", "at stmt 99999999999\nValueError"}) {
    CAPTURE(message);
    const Failure failure = located(message);
    CHECK(failure.message == message);
    CHECK(failure.where.empty());
  }
}

TEST_SUITE_END();
