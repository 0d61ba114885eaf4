// SPDX-License-Identifier: Apache-2.0
#include "worker/timing/orders.h"

#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "harness/process/temporary_folder.hpp"

namespace {

int read(const std::string& text, quern_orders& orders) {
  const quern::TemporaryFolder folder("/tmp");
  const std::string path = (folder.path() / "timing").string();
  std::ofstream(path) << text;
  return quern_read_orders(path.c_str(), &orders);
}

}  // namespace

TEST_SUITE_BEGIN("worker/timing/orders");

TEST_CASE("orders are read, with a length or without") {
  quern_orders orders;
  REQUIRE(read("device cuda:1\nround 20000\n", orders) == 0);
  CHECK(std::string(orders.device) == "cuda:1");
  CHECK(orders.round_us == 20000);
  CHECK(orders.iterations == 0);
  REQUIRE(read("device cpu\nround 5\niterations 7\nwindows 2\n", orders) == 0);
  CHECK(orders.iterations == 7);
  CHECK(orders.windows == 2);
}

TEST_CASE("what is missing, half or not there is refused") {
  quern_orders orders;
  CHECK(read("", orders) == -1);
  CHECK(read("round 20000\n", orders) == -1);
  CHECK(read("device cpu\n", orders) == -1);
  CHECK(read("device cpu\nround 5\niterations 7\n", orders) == -1);
  CHECK(quern_read_orders("/nowhere/timing", &orders) == -1);
}

TEST_SUITE_END();
