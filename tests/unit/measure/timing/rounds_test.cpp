// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/timing/rounds.hpp"

#include <doctest/doctest.h>

#include "harness/measure/window_files.hpp"
#include "tests/unit/measure/timing/made_up_rounds.hpp"

using namespace quern;

TEST_SUITE_BEGIN("harness/measure/timing/rounds");

TEST_CASE("a reply of no block is no round") { CHECK_FALSE(round_of({})); }

TEST_CASE("a block is so many windows of so many iterations") {
  const Window block{256, {{kBlockTime, 5120}, {kBlockWindows, 2}, {kBlockPreempted, 0}, {kBlockCore, 3}}};
  const Round round = round_of({block}).value();
  CHECK(round.length.total() == 512);
  CHECK(samples_of(round) == std::vector<double>{10});
  CHECK(round.blocks.front().core == 3);
}

TEST_CASE("blocks that were interrupted are dropped and counted") {
  Round round = made_up_round({100, 900, 101});
  round.blocks[1].preempted = true;
  CHECK(samples_of(round) == std::vector<double>{100, 101});
  CHECK(dropped_of(round) == 1);
}

TEST_CASE("where every block was interrupted they are all there is") {
  Round round = made_up_round({100, 102});
  for (TimedBlock& block : round.blocks) block.preempted = true;
  CHECK(samples_of(round).size() == 2);
  CHECK(dropped_of(round) == 0);
}

TEST_CASE("precise is an interval within the target, and never fewer than six rounds") {
  CHECK_FALSE(are_precise({}, 0.01));
  CHECK_FALSE(are_precise(made_up_rounds({100, 100, 100, 100, 100}), 0.01));
  CHECK(are_precise(made_up_rounds({100, 100, 100, 100, 100, 101}), 0.01));
  CHECK_FALSE(are_precise(made_up_rounds({100, 100, 100, 100, 100, 101.5}), 0.01));
  CHECK(are_precise(made_up_rounds({100, 100, 100, 100, 100, 100, 100, 100, 150}), 0.01));
}

TEST_SUITE_END();
