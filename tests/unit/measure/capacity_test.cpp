// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/capacity.hpp"

#include <doctest/doctest.h>
#include <sched.h>

#include <algorithm>
#include <thread>

using namespace quern;

TEST_SUITE_BEGIN("harness/measure/capacity");

TEST_CASE("there is at least one core, and memory") {
  CHECK(usable_cores() >= 1);
  CHECK(usable_cores() <= static_cast<int>(allowed_cores().size()));
  CHECK(usable_memory() > 0);
}

TEST_CASE("affinity is honoured") {
  const std::vector<int> before = allowed_cores();
  std::vector<int> within;
  int usable = 0;
  std::thread([&] {  // the affinity of a thread of its own: this process keeps its cores
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<unsigned>(before.back()), &set);
    sched_setaffinity(0, sizeof set, &set);
    within = allowed_cores();
    usable = usable_cores();
  })
      .join();
  CHECK(within == std::vector<int>{before.back()});
  CHECK(usable == 1);
  CHECK(allowed_cores() == before);
}

TEST_SUITE_END();
