// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/timing/machine_watch.hpp"

#include <doctest/doctest.h>

using namespace quern;

TEST_SUITE_BEGIN("harness/measure/timing/machine_watch");

TEST_CASE("cores are read, and neither their sum nor other lines") {
  const std::vector<CoreTicks> cores =
      parse_ticks("cpu  9 9 9 9 9 9 9 9 9 9\ncpu0 1 2 3 100 5 6 7 8 9 10\ncpu12 1 0 0 1 0 0 0 0\nintr 5\n");
  REQUIRE(cores.size() == 2);
  CHECK(cores[0].core == 0);
  CHECK(cores[0].busy == 1 + 2 + 3 + 6 + 7);
  CHECK(cores[0].stolen == 8);
  CHECK(cores[0].all == 132);
  CHECK(cores[1].core == 12);
}

TEST_CASE("a kernel that says little, or nothing, is no problem") {
  CHECK(parse_ticks("").empty());
  CHECK(parse_ticks("cpu0 1 2\n").front().all == 3);
  const MachineFacts facts = facts_between({}, {}, {0});
  CHECK(facts.stolen == 0);
  CHECK(facts.others_busy == 0);
}

TEST_CASE("stolen time is that of the case's cores, busy time that of the others") {
  const std::vector<CoreTicks> before = {{0, 10, 0, 100}, {1, 50, 5, 100}};
  const std::vector<CoreTicks> after = {{0, 40, 9, 200}, {1, 140, 15, 200}};
  const MachineFacts facts = facts_between(before, after, {1});
  CHECK(facts.stolen == doctest::Approx(0.1));
  CHECK(facts.others_busy == doctest::Approx(0.3));
}

TEST_CASE("a core that came, went or began anew does not count") {
  CHECK(facts_between({{0, 50, 0, 100}}, {{0, 5, 0, 10}, {1, 9, 0, 9}}, {1}).others_busy == 0);
}

TEST_SUITE_END();
