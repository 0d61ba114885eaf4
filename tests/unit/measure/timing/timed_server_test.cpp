// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/timing/timed_server.hpp"

#include <doctest/doctest.h>

using namespace quern;

TEST_SUITE_BEGIN("harness/measure/timing/timed_server");

TEST_CASE("a case gets the claimed core, and one for each further thread as far as there are any") {
  CHECK(cores_for(1, 3, {0, 1, 2, 3}) == std::vector<int>{3});
  CHECK(cores_for(3, 3, {0, 1, 2, 3}) == std::vector<int>{3, 0, 1});
  CHECK(cores_for(8, 0, {0, 1}) == std::vector<int>{0, 1});
}

TEST_CASE("orders name a length only once one was found") {
  Case args;
  CHECK(orders_text(args, {3, 0}, std::nullopt) == "device cpu\nround 20000\ncores 3 0\n");
  CHECK(orders_text(args, {1}, BlockLength{256, 4}) == "device cpu\nround 20000\ncores 1\niterations 256\nwindows 4\n");
}

TEST_SUITE_END();
