// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text/sparkline.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace quern;

TEST_SUITE_BEGIN("harness/report/text/sparkline");

TEST_CASE("the lowest value is the lowest block, the highest the highest") {
  CHECK(sparkline({1, 2, 3, 4, 5, 6, 7, 8}, 80) == "▁▂▃▄▅▆▇█");
  CHECK(sparkline({5070, 5071, 5070}, 80) == "▁█▁");
  CHECK(sparkline({-1, 0, 1}, 80) == "▁▅█");
}

TEST_CASE("a series that does not move is a level line, also of one value") {
  CHECK(sparkline({5070, 5070, 5070}, 80) == "▄▄▄");
  CHECK(sparkline({0}, 80) == "▄");
}

TEST_CASE("nothing to show, or no place to, is nothing") {
  CHECK(sparkline({}, 80).empty());
  CHECK(sparkline({1, 2}, 0).empty());
}

TEST_CASE("a spike between two characters is not lost") {
  CHECK(sparkline({1, 1, 1, 1, 8, 1, 1, 1, 1}, 3) == "▁█▁");
  CHECK(sparkline({8, 8, 8, 1, 1, 1}, 2) == "█▁");
  CHECK(sparkline({1, 1, 1, 8, 8, 8, 8, 8}, 2) == "██");
}

TEST_CASE("of more values than fit, every character stands for about as many") {
  CHECK(sparkline({1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8}, 8) == "▁▂▃▄▅▆▇█");
  CHECK(sparkline({1, 2, 3, 4, 5, 6, 7}, 3) == "▂▃▆");
}

TEST_CASE("what is not a number is a gap, unless it shares a character with one") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  CHECK(sparkline({1, none, 8, infinite, -infinite, 8}, 80) == "▁ █  █");
  CHECK(sparkline({none, 1, none, 8}, 2) == "▁█");
  CHECK(sparkline({none, none}, 80) == "  ");
}

TEST_CASE("numbers as large as they get do not overflow") {
  const double most = std::numeric_limits<double>::max();
  CHECK(sparkline({-most, 0, most}, 80) == "▁▅█");
}

TEST_SUITE_END();
