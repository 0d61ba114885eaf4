// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text/csv.hpp"

#include <doctest/doctest.h>

using namespace quern;

TEST_SUITE_BEGIN("harness/report/text/csv");

TEST_CASE("no field is a formula, and none steers a terminal") {
  CHECK(csv_field("=1+2") == "'=1+2");
  CHECK(csv_field("@SUM(A1,A2)") == "\"'@SUM(A1,A2)\"");
  CHECK(csv_field("a=1") == "a=1");
  CHECK(csv_field("\x1b[31m\u202e") == "\\x1b[31m\\u202e");
}

TEST_SUITE_END();
