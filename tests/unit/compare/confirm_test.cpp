// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "harness/compare/check.hpp"
#include "tests/unit/compare/two_runs.hpp"

using namespace quern;
using test::TwoRuns;

namespace {

/// A case that regressed from 1000 to 1100, and a second look at it.
struct Regressed {
  TwoRuns runs;
  test::MadeUpRun base_again;
  test::MadeUpRun head_again;

  Regressed() { runs.add("x", 1000, 1100); }

  [[nodiscard]] Check confirmed() const {
    Check check = runs.check();
    REQUIRE(check.cases[0].finding == Finding::regressed);
    confirm(check, &base_again.run, &head_again.run);
    return check;
  }
};

}  // namespace

TEST_SUITE_BEGIN("harness/compare/confirm");

TEST_CASE("a regression that is the same again is confirmed") {
  Regressed twice;
  twice.base_again.add_ok({"x"}, Verdict::exact, 1000);
  twice.head_again.add_ok({"x"}, Verdict::exact, 1100);
  const Check check = twice.confirmed();
  CHECK(check.confirmation == Confirmation::confirmed);
  CHECK(check.cases[0].finding == Finding::regressed);
  CHECK(check.cases[0].note.empty());
  CHECK(check.fails());
  CHECK_FALSE(check.unstable());
}

TEST_CASE("one that is not the same again is unstable, and the note has both counts") {
  Regressed twice;
  twice.base_again.add_ok({"x"}, Verdict::exact, 1001);
  twice.head_again.add_ok({"x"}, Verdict::exact, 1099.5);
  const Check check = twice.confirmed();
  CHECK(check.confirmation == Confirmation::not_confirmed);
  CHECK(check.cases[0].finding == Finding::unstable);
  CHECK(check.cases[0].metrics[0].finding == Finding::unstable);
  CHECK(check.cases[0].note ==
        "the base counted 1000, and 1001 when it was measured again; "
        "the head counted 1100, and 1099.5 when it was measured again");
  CHECK_FALSE(check.fails());
  CHECK(check.unstable());
}

TEST_CASE("one side is enough, and a side that was not measured again is not looked at") {
  Regressed twice;
  twice.head_again.add_ok({"x"}, Verdict::exact, 1100);
  Check check = twice.runs.check();
  confirm(check, nullptr, &twice.head_again.run);
  CHECK(check.confirmation == Confirmation::confirmed);
  CHECK(check.cases[0].finding == Finding::regressed);
}

TEST_CASE("two stored runs cannot be confirmed") {
  Regressed twice;
  Check check = twice.runs.check();
  confirm(check, nullptr, nullptr);
  CHECK(check.confirmation == Confirmation::not_possible);
  CHECK(check.cases[0].finding == Finding::regressed);
  CHECK(check.fails());
}

TEST_CASE("without a regression nothing needs to be confirmed") {
  TwoRuns runs;
  runs.add("x", 1000, 900);
  runs.add("waived", 1000, 1100);
  runs.waive("waived");
  const test::MadeUpRun again;
  Check check = runs.check();
  confirm(check, &again.run, &again.run);
  CHECK(check.confirmation == Confirmation::not_needed);
  CHECK(check.cases[1].finding == Finding::regressed);
}

TEST_CASE("a case that failed or is missing the second time is unstable") {
  Regressed twice;
  twice.head_again.add_failed({"x"}, "boom");
  const Check check = twice.confirmed();
  CHECK(check.cases[0].finding == Finding::unstable);
  CHECK(check.cases[0].note == "the base was not measured again; the head could not be measured again: boom");
}

TEST_CASE("a jittering case is the same within its spread") {
  Regressed twice;
  twice.runs.add_jitter("j", 1000, 1100, 20);
  for (const char* name : {"x", "j"}) twice.base_again.add_ok({name}, Verdict::exact, 1000);
  twice.head_again.add_ok({"x"}, Verdict::exact, 1100);
  SUBCASE("within") {
    twice.head_again.add_ok({"j"}, Verdict::jitter, 1120, 9);
    CHECK(twice.confirmed().cases[1].finding == Finding::regressed);
  }
  SUBCASE("beyond") {
    twice.head_again.add_ok({"j"}, Verdict::jitter, 1121, 9);
    CHECK(twice.confirmed().cases[1].finding == Finding::unstable);
  }
  CHECK(twice.confirmed().cases[0].finding == Finding::regressed);
}

TEST_CASE("the metric that regressed has to be the same too, others need not") {
  Regressed twice;
  twice.runs.set_metric("alloc_count", 4, 5);
  twice.runs.set_metric("branches", 70, 70);
  twice.runs.limit("", "alloc_count", "0");
  twice.runs.limit("", "branches", "10");
  twice.base_again.add_ok({"x"}, Verdict::exact, 1000);
  twice.head_again.add_ok({"x"}, Verdict::exact, 1100);
  twice.base_again.run.cases[0].measurement->values["alloc_count"] = {4};
  twice.base_again.run.cases[0].measurement->values["branches"] = {71};
  SUBCASE("the same") {
    twice.head_again.run.cases[0].measurement->values["alloc_count"] = {5};
    twice.head_again.run.cases[0].measurement->values["branches"] = {72};
    CHECK(twice.confirmed().cases[0].finding == Finding::regressed);
  }
  SUBCASE("another") {
    twice.head_again.run.cases[0].measurement->values["alloc_count"] = {6};
    CHECK(twice.confirmed().cases[0].note == "alloc_count of the head was 5, and 6 when it was measured again");
  }
  SUBCASE("unknown") {
    const Check check = twice.confirmed();
    CHECK(check.cases[0].note == "alloc_count of the head was 5, and unknown when it was measured again");
    CHECK(check.cases[0].finding == Finding::unstable);
  }
}

TEST_CASE("a second run that was not stable makes the check unstable") {
  Regressed twice;
  twice.base_again.add_ok({"x"}, Verdict::exact, 1000);
  twice.head_again.add_ok({"x"}, Verdict::exact, 1100);
  twice.head_again.run.stable = false;
  CHECK(twice.confirmed().unstable());
}

TEST_CASE("what became unstable can be waived as that") {
  Regressed twice;
  twice.runs.waive("x").findings = {Finding::unstable};
  twice.base_again.add_ok({"x"}, Verdict::exact, 1000);
  twice.head_again.add_ok({"x"}, Verdict::exact, 1101);
  const Check check = twice.confirmed();
  CHECK(check.cases[0].waiver == twice.runs.options.waivers.data());
  CHECK_FALSE(check.unstable());
}

TEST_CASE("confirmations are words") {
  CHECK(to_string(Confirmation::not_needed) == "not_needed");
  CHECK(to_string(Confirmation::confirmed) == "confirmed");
  CHECK(to_string(Confirmation::not_confirmed) == "not_confirmed");
  CHECK(to_string(Confirmation::not_possible) == "not_possible");
  CHECK(to_string(Confirmation::not_wanted) == "not_wanted");
  CHECK(to_string(Confirmation::interrupted) == "interrupted");
}

TEST_SUITE_END();
