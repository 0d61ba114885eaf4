// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/timing/judge_time.hpp"

#include <doctest/doctest.h>

#include <numeric>

#include "base/error.hpp"
#include "tests/unit/measure/timing/made_up_rounds.hpp"

using namespace quern;

TEST_SUITE_BEGIN("harness/measure/timing/judge_time");

TEST_CASE("the median and its interval are those of the rounds, without the loop") {
  const CaseTime time = judge_time(made_up_rounds({103, 101, 102, 106, 104, 105}), {.loop_ns = 1});
  CHECK(time.median == doctest::Approx(102.5));
  CHECK(time.low == 100);
  CHECK(time.high == 105);
  CHECK(time.rounds == std::vector<double>{102, 100, 101, 105, 103, 104});
  CHECK(time.samples == 30);
  CHECK(time.block == 10);
  CHECK(time.device == "cpu");
  CHECK(time.mode == "cpu");
}

TEST_CASE("what is quicker than the loop takes no time") {
  const CaseTime time = judge_time(made_up_rounds(std::vector<double>(6, 2.0)), {.loop_ns = 3});
  CHECK(time.median == 0);
  CHECK(time.low == 0);
  CHECK(time.relative_width() == 0);
}

TEST_CASE("too few rounds have no interval, and so no time") {
  CHECK_THROWS_WITH_AS(judge_time(made_up_rounds({1, 2, 3}), {}), "3 rounds are too few for an interval of 95 %",
                       Error);
}

TEST_CASE("a histogram holds every sample") {
  std::vector<Round> rounds = made_up_rounds(std::vector<double>(6, 100.0));
  rounds.front() = made_up_round({100, 101, 102, 5000});
  const Histogram histogram = judge_time(rounds, {}).histogram;
  CHECK(std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::size_t{0}) == 29);
  CHECK(histogram.from == 100);
}

TEST_SUITE_END();
