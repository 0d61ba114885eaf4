// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/verification.hpp"

#include <doctest/doctest.h>

#include "tests/unit/compare/two_counts.hpp"

using namespace quern;
using test::TwoCounts;

TEST_SUITE_BEGIN("harness/compare/verification");

TEST_CASE("equal counts are equal, and one instruction is a difference") {
  CHECK(TwoCounts(5360, 5360).judged().agreement == Agreement::equal);
  const VerifiedCase verified = TwoCounts(5360, 5361).judged();
  CHECK(verified.agreement == Agreement::differs);
  CHECK(verified.delta() == 1);
  REQUIRE(verified.explanation);
  CHECK(verified.explanation->delta() == 1);
}

TEST_CASE("a difference from what does not repeat is no difference of the counters") {
  TwoCounts both(10, 12);
  both.callgrind.cases.front().measurement->verdict = Verdict::jitter;
  CHECK(both.judged().agreement == Agreement::jitter);
}

TEST_CASE("a case without one of the counts never agrees") {
  TwoCounts both(10, 10);
  both.steps.cases.front() = {&both.args, Status::failed, {}, Failure{FailureKind::timeout, "not done", "", ""}, 0};
  CHECK(both.judged().agreement == Agreement::failed);
  CHECK(both.judged().reason == "not done");
  both.steps.cases.clear();
  CHECK(both.judged().agreement == Agreement::skipped);
  both.callgrind.cases.front() = {&both.args, Status::failed, {}, Failure{FailureKind::crash, "SIGSEGV", "", ""}, 0};
  CHECK(both.judged().agreement == Agreement::failed);
}

TEST_SUITE_END();
