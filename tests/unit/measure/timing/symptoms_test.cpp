// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/timing/symptoms.hpp"

#include <doctest/doctest.h>

#include "tests/unit/measure/timing/made_up_rounds.hpp"

using namespace quern;

namespace {

bool has(const std::vector<std::string>& sentences, const std::string& words) {
  for (const std::string& sentence : sentences)
    if (sentence.find(words) != std::string::npos) return true;
  return false;
}

std::vector<Round> quiet_rounds() { return made_up_rounds({100, 100.1, 100, 100.2, 100.1, 100}); }
std::vector<Round> wide_rounds() { return made_up_rounds({100, 108, 101, 103, 100, 105}); }

}  // namespace

TEST_SUITE_BEGIN("harness/measure/timing/symptoms");

TEST_CASE("where nothing is wrong nothing is said, whatever the machine did") {
  MachineFacts facts;
  facts.others_busy = 1;
  CHECK(symptoms_of(quiet_rounds(), facts, 0.01).empty());
}

TEST_CASE("a wide interval is said, and that no cause was seen") {
  const std::vector<std::string> found = symptoms_of(wide_rounds(), {}, 0.01);
  CHECK(has(found, "the interval is 7.8 % wide, and 1 % was asked for"));
  CHECK(has(found, "no cause was seen"));
  CHECK(has(found, "--time-budget"));
  CHECK(symptoms_of(wide_rounds(), {}, 0.1).empty());
}

TEST_CASE("each cause is named with its remedy") {
  MachineFacts facts{0.07, 0.6, 2.0e6, 3.1e6, "powersave", 1};
  const std::vector<std::string> found = symptoms_of(wide_rounds(), facts, 0.01);
  CHECK(has(found, "for 7 % of the time (steal)"));
  CHECK(has(found, "other cores were busy for 60 %"));
  CHECK(has(found, "between 2.00 and 3.10 GHz: set the governor 'performance' (it is 'powersave')"));
  CHECK_FALSE(has(found, "no cause"));
}

TEST_CASE("another process on the core is a cause") {
  std::vector<Round> rounds = wide_rounds();
  for (Round& round : rounds) round.blocks[0].preempted = true;
  CHECK(has(symptoms_of(rounds, {}, 0.01), "another process had the core in 20 % of the blocks"));
}

TEST_CASE("outliers are counted") {
  std::vector<Round> rounds;
  for (int i = 0; i < 6; ++i) rounds.push_back(made_up_round({100, 101, 100, 101, 100, 101, 100, 101, 100, 160}));
  CHECK(has(symptoms_of(rounds, {}, 0.01), "10 % of the samples are outliers"));
}

TEST_CASE("drift has a direction") {
  CHECK(has(symptoms_of(made_up_rounds({100, 102, 104, 106, 108, 110}), {}, 0.01), "slower by 7.9 %"));
  CHECK(has(symptoms_of(made_up_rounds({110, 108, 106, 104, 102, 100}), {}, 0.01), "faster by 7.3 %"));
  CHECK_FALSE(has(symptoms_of(wide_rounds(), {}, 0.01), "drift"));
}

TEST_CASE("two speeds are told apart from one that is wide") {
  std::vector<Round> rounds;
  for (int i = 0; i < 6; ++i) rounds.push_back(made_up_round({100, 101, 130, 100, 131, 101, 100}));
  CHECK(has(symptoms_of(rounds, {}, 0.01), "it has two speeds: 29 % of the samples take 1.3 times as long"));
}

TEST_CASE("a case that moves between cores though it has one was not pinned") {
  std::vector<Round> rounds = quiet_rounds();
  rounds.back().blocks.back().core = 0;
  CHECK(has(symptoms_of(rounds, {}, 0.01), "it moved between 2 cores"));
  MachineFacts two;
  two.cores = 2;
  CHECK(symptoms_of(rounds, two, 0.01).empty());
}

TEST_SUITE_END();
