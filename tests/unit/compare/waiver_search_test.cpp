// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/waiver_search.hpp"

#include <doctest/doctest.h>

#include "tests/unit/compare/two_runs.hpp"

using namespace quern;
using test::TwoRuns;

TEST_SUITE_BEGIN("harness/compare/waiver_search");

TEST_CASE("a waiver accepts the regression of what it matches, and of nothing else") {
  TwoRuns runs;
  runs.add("x", 1000, 1100);
  runs.add("y", 1000, 1100);
  runs.waive("^x");
  const Check check = runs.check();
  CHECK(check.cases[0].waiver == runs.options.waivers.data());
  CHECK(check.cases[0].finding == Finding::regressed);
  CHECK_FALSE(check.cases[0].fails());
  CHECK(check.cases[1].waiver == nullptr);
  CHECK(check.cases[1].fails());
  CHECK(check.warnings.empty());
}

TEST_CASE("a waiver is about the findings that it names") {
  TwoRuns runs;
  runs.add("x", 1000, 1100);
  runs.base.add_ok({"gone"}, Verdict::exact, 10);
  runs.waive("").findings = {Finding::disappeared};
  const Check check = runs.check();
  CHECK(check.cases[0].waiver == nullptr);
  CHECK(check.cases[1].waiver == runs.options.waivers.data());
}

TEST_CASE("what is not bad has no waiver") {
  TwoRuns runs;
  runs.add("same", 1000, 1000);
  runs.add("better", 1000, 900);
  runs.waive("");
  for (const CheckedCase& checked : runs.check().cases) CHECK(checked.waiver == nullptr);
}

TEST_CASE("an unstable case that is waived does not make the check unstable") {
  TwoRuns runs;
  runs.add_jitter("x", 1000, 1010, 50);
  CHECK(runs.check().unstable());
  runs.waive("x");
  CHECK(runs.check().unstable());  // it is about regressions
  runs.waive("x").findings = {Finding::unstable};
  CHECK_FALSE(runs.check().unstable());
}

TEST_CASE("beyond its bound a regression is not waived, and the note says so") {
  TwoRuns runs;
  runs.add("x", 1000, 1020);
  runs.add("y", 1000, 1021);
  runs.waive("").bound = Limit{2, std::nullopt};
  const Check check = runs.check();
  CHECK(check.cases[0].waiver != nullptr);
  CHECK(check.cases[0].note.empty());
  CHECK(check.cases[1].waiver == nullptr);
  CHECK(check.cases[1].note == "beyond what the waiver of waivers.yaml:10 accepts: 2%");
  CHECK(check.fails());
}

TEST_CASE("a bound is about every metric that regressed") {
  TwoRuns runs;
  runs.add("x", 1000, 1010);
  runs.set_metric("alloc_count", 4, 5);
  runs.limit("", "alloc_count", "0");
  runs.waive("").bound = Limit{2, std::nullopt};
  CHECK(runs.check().cases[0].waiver == nullptr);
}

TEST_CASE("a wider waiver accepts what a narrower one does not") {
  TwoRuns runs;
  runs.add("x", 1000, 1050);
  runs.waive("").bound = Limit{2, std::nullopt};
  runs.waive("").bound = Limit{10, std::nullopt};
  const Check check = runs.check();
  CHECK(check.cases[0].waiver == &runs.options.waivers[1]);
  CHECK(check.cases[0].note.empty());
}

TEST_CASE("an expired waiver accepts nothing, and is named where it would have") {
  TwoRuns runs;
  runs.add("x", 1000, 1100);
  runs.waive("^x", "2026-11-16");
  const Check check = runs.check();
  CHECK(check.cases[0].waiver == nullptr);
  CHECK(check.cases[0].expired == runs.options.waivers.data());
  CHECK(check.cases[0].fails());
  CHECK(check.expired == std::vector<const Waiver*>{runs.options.waivers.data()});
}

TEST_CASE("an expired waiver fails the check even if nothing needs it") {
  TwoRuns runs;
  runs.add("x", 1000, 1000);
  runs.waive("^x", "2026-11-16");
  const Check check = runs.check();
  CHECK(check.fails());
  CHECK(check.cases[0].expired == nullptr);
  CHECK(check.verdict() == CheckVerdict::neutral);
  CHECK(check.warnings.empty());
}

TEST_CASE("a waiver holds on its last day") {
  TwoRuns runs;
  runs.add("x", 1000, 1100);
  runs.waive("^x", "2026-11-17");
  CHECK_FALSE(runs.check().fails());
}

TEST_CASE("a valid waiver is enough, whatever else has expired") {
  TwoRuns runs;
  runs.add("x", 1000, 1100);
  runs.waive("^x", "2026-11-16");
  runs.waive("^x");
  const Check check = runs.check();
  CHECK(check.cases[0].waiver == &runs.options.waivers[1]);
  CHECK(check.cases[0].expired == nullptr);
  CHECK(check.fails());  // the expired one is still there
}

TEST_CASE("a waiver that matches no case is a warning") {
  TwoRuns runs;
  runs.add("x", 1000, 1000);
  runs.waive("x");
  runs.waive("^foo");
  const Check check = runs.check();
  CHECK(check.warnings == std::vector<std::string>{"waivers.yaml:20: the waiver '^foo' matches no case"});
  CHECK_FALSE(check.fails());
}

TEST_SUITE_END();
