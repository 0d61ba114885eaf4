// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/verification.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "harness/compare/verification_json.hpp"
#include "tests/unit/compare/made_up_functions.hpp"

using namespace quern;
using test::functions;

namespace {

struct Both {
  TimerArgs args;
  Run callgrind;
  Run steps;

  Both(double counted, double stepped) {
    args.id = "a:eager:forward:cpp:t1";
    callgrind.cases.push_back({&args, Status::ok, measured(counted), {}, 0});
    steps.cases.push_back({&args, Status::ok, measured(stepped), {}, 0});
  }

  [[nodiscard]] VerifiedCase judged() const { return verify(callgrind, steps).cases.front(); }

 private:
  static Measurement measured(double count) {
    Measurement measurement;
    measurement.values[kInstructions] = {count};
    measurement.functions = functions(1, {{"f", static_cast<std::int64_t>(count)}});
    return measurement;
  }
};

}  // namespace

TEST_SUITE_BEGIN("harness/compare/verification");

TEST_CASE("equal counts are equal, and one instruction is a difference") {
  CHECK(Both(5360, 5360).judged().agreement == Agreement::equal);
  const VerifiedCase verified = Both(5360, 5361).judged();
  CHECK(verified.agreement == Agreement::differs);
  CHECK(verified.delta() == 1);
  REQUIRE(verified.explanation);
  CHECK(verified.explanation->delta() == 1);
}

TEST_CASE("a difference from what does not repeat is no difference of the counters") {
  Both both(10, 12);
  both.callgrind.cases.front().measurement->verdict = Verdict::jitter;
  CHECK(both.judged().agreement == Agreement::jitter);
}

TEST_CASE("a case without one of the counts never agrees") {
  Both both(10, 10);
  both.steps.cases.front() = {&both.args, Status::failed, {}, Failure{FailureKind::timeout, "not done", "", ""}, 0};
  CHECK(both.judged().agreement == Agreement::failed);
  CHECK(both.judged().reason == "not done");
  both.steps.cases.clear();
  CHECK(both.judged().agreement == Agreement::skipped);
  both.callgrind.cases.front() = {&both.args, Status::failed, {}, Failure{FailureKind::crash, "SIGSEGV", "", ""}, 0};
  CHECK(both.judged().agreement == Agreement::failed);
}

TEST_CASE("the functions of a document sum to the difference") {
  const Both both(10, 12);
  const auto document = verification_document(verify(both.callgrind, both.steps), "0.1.0", 0);
  CHECK(document["summary"]["differs"] == 1);
  CHECK(document["cases"][0]["functions"][0]["name"] == "(other)");
  CHECK(document["cases"][0]["functions"][0]["delta"] == 2.0);
}

TEST_SUITE_END();
