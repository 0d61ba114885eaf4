// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/check.hpp"

#include <doctest/doctest.h>

#include "tests/unit/compare/checked_runs.hpp"

using namespace quern;
using namespace quern::test;

TEST_SUITE_BEGIN("harness/compare/check_limits");

TEST_CASE("without rules the limit is 0.2 %, and says so") {
  TwoRuns runs;
  runs.add("x", 1000, 1000);
  const Check check = runs.check();
  CHECK(limit_of(check, 0) == "ir 0.2% by default");
  CHECK(check.cases[0].metrics[0].allowance == 2);
  CHECK(check.cases[0].metrics.size() == 1);
}

TEST_CASE("strict accepts nothing of what is exact on both sides") {
  TwoRuns runs;
  runs.options.rules.strict = true;
  runs.add("x", 1000, 1001);
  runs.add_jitter("j", 1000, 1001, 5);
  runs.add("ruled", 1000, 1001);
  runs.limit("ruled", "ir", "1%");
  const Check check = runs.check();
  CHECK(limit_of(check, 0) == "ir 0 by strict");
  CHECK(check.cases[0].finding == Finding::regressed);
  CHECK(limit_of(check, 1) == "ir 0.2% by default");
  CHECK(check.cases[1].finding == Finding::unchanged);
  CHECK(limit_of(check, 2) == "ir 1% by quern.yaml:2");
  CHECK(check.cases[2].finding == Finding::unchanged);
  CHECK(check.fails());
}

TEST_CASE("of several rules the last one that names the metric counts") {
  TwoRuns runs;
  runs.add("x", 1000, 1000);
  runs.set_metric("alloc_count", 4, 4);
  runs.add("y", 1000, 1000);
  runs.limit("", "ir", "5%");
  runs.limit("^x", "ir", "1%").metrics["alloc_count"] = Limit{std::nullopt, 0};
  runs.limit("^[xy]", "alloc_count", "7");
  runs.limit("^y", "alloc_count", "off");
  const Check check = runs.check();
  REQUIRE(check.cases[0].metrics.size() == 2);
  CHECK(limit_of(check, 0, 0) == "ir 1% by quern.yaml:3");
  CHECK(limit_of(check, 0, 1) == "alloc_count 7 by quern.yaml:4");
  REQUIRE(check.cases[1].metrics.size() == 1);
  CHECK(limit_of(check, 1) == "ir 5% by quern.yaml:2");
}

TEST_CASE("rules match the tags of the head") {
  TwoRuns runs;
  runs.add("x", 1000, 1000);
  runs.head.last().tags = {"classic"};
  runs.add("y", 1000, 1000);
  runs.limit("", "ir", "3%").tags = {"classic"};
  const Check check = runs.check();
  CHECK(limit_of(check, 0) == "ir 3% by quern.yaml:2");
  CHECK(limit_of(check, 1) == "ir 0.2% by default");
}

TEST_CASE("a history that is long enough makes the limit") {
  TwoRuns runs;
  runs.add("x", 1000, 1015);
  runs.add("short", 1000, 1015);
  runs.options.history = [](const Case& args) { return std::vector<double>(args.label[0] == "x" ? 12 : 9, -0.015); };
  const Check check = runs.check();
  CHECK(limit_of(check, 0) == "ir 1.5% by history of 12 changes");
  CHECK(check.cases[0].finding == Finding::unchanged);
  CHECK(limit_of(check, 1) == "ir 0.2% by default");
  CHECK(check.cases[1].finding == Finding::regressed);
  runs.options.rules.adaptive.on = false;
  CHECK(limit_of(runs.check(), 0) == "ir 0.2% by default");
}

TEST_CASE("a history is not asked for where another limit counts") {
  TwoRuns runs;
  runs.options.rules.strict = true;
  runs.add("exact", 1000, 1000);
  runs.add("ruled", 1000, 1000);
  runs.limit("ruled", "ir", "1%");
  runs.options.history = [](const Case& args) -> std::vector<double> {
    FAIL("asked for " << args.id);
    return {};
  };
  CHECK(limit_of(runs.check(), 0) == "ir 0 by strict");
}

TEST_CASE("other metrics are watched if a rule names them, and the worst of all is the case's finding") {
  TwoRuns runs;
  runs.add("x", 1000, 900);
  runs.set_metric("alloc_count", 4, 5);
  CHECK(finding_of_one(runs) == Finding::improved);
  runs.limit("", "alloc_count", "0");
  const Check check = runs.check();
  CHECK(check.cases[0].finding == Finding::regressed);
  CHECK(check.cases[0].metrics[0].finding == Finding::improved);
  CHECK(check.cases[0].metrics[1].finding == Finding::regressed);
  CHECK(check.cases[0].metrics[1].delta() == 1);
}

TEST_CASE("a spread of instructions says nothing of other metrics") {
  TwoRuns runs;
  runs.add_jitter("x", 1000, 1000, 50);
  runs.set_metric("alloc_count", 4, 5);
  runs.limit("", "alloc_count", "0");
  CHECK(finding_of_one(runs) == Finding::regressed);
}

TEST_CASE("the spread of a metric's own repeats excuses it") {
  TwoRuns runs;
  runs.add("x", 1000, 1000);
  runs.set_metric("l1_misses", 4, 5);
  runs.head.run.cases.back().measurement->values["l1_misses"].spread = 1;
  runs.limit("", "l1_misses", "0");
  CHECK(finding_of_one(runs) == Finding::unstable);
}

TEST_CASE("a sampled metric has changed only if its whole interval has") {
  TwoRuns runs;
  runs.add("x", 1000, 1000);
  runs.set_metric("l1_misses", 100, 120);
  runs.limit("", "l1_misses", "10");
  MetricValue& head = runs.head.run.cases.back().measurement->values["l1_misses"];
  head.interval = Interval{111, 140, 40};
  CHECK(finding_of_one(runs) == Finding::regressed);
  head.interval->low = 110;
  CHECK(finding_of_one(runs) == Finding::unstable);
}

TEST_CASE("a metric that this case lacks is noted") {
  TwoRuns runs;
  runs.add("x", 1000, 1000);
  runs.set_metric("alloc_count", 4, 4);
  runs.add("y", 1000, 1000);
  runs.limit("", "alloc_count", "0");
  CHECK(runs.check().cases[1].note == "alloc_count is not known on both sides");
}

TEST_CASE("a limit that matches no case is an error at its place") {
  TwoRuns runs;
  runs.add("x", 10, 10);
  runs.limit("", "ir", "1%");
  runs.limit("^y", "ir", "1%");
  const Error error = error_of(runs);
  CHECK(error.kind() == ErrorKind::definition);
  CHECK(std::string(error.what()) == "this limit matches no case");
  CHECK(to_string(error.where().value()) == "quern.yaml:3:3");
  CHECK(error.hint() == "a limit that watches nothing is probably a mistake; correct its pattern or take it out");
}

TEST_CASE("a limit on a case of one side alone is none that matches nothing") {
  TwoRuns runs;
  runs.add("x", 10, 10);
  runs.base.add_ok({"gone"}, Verdict::exact, 10);
  runs.limit("^gone", "ir", "1%");
  CHECK(runs.check().cases[1].finding == Finding::disappeared);
}

TEST_CASE("a check that watches nothing is an error") {
  TwoRuns runs;
  runs.add("x", 10, 10);
  runs.add("y", 10, 10);
  runs.limit("^x", "ir", "off");
  const Check check = runs.check();
  CHECK(check.cases[0].metrics.empty());
  CHECK(check.cases[0].note == "nothing of it is watched");
  runs.limit("", "ir", "off");
  const Error error = error_of(runs);
  CHECK(error.kind() == ErrorKind::usage);
  CHECK(std::string(error.what()) == "no case is watched: 'limits' of quern.yaml switch all of them off");
  CHECK(error.hint() == "a check that watches nothing would always pass");
}

TEST_CASE("a limit on a metric that nobody measured is an error") {
  TwoRuns runs;
  runs.add("x", 10, 10);
  runs.head.run.cases.back().measurement->values["alloc_count"] = {4};
  runs.limit("", "alloc_count", "0");
  const Error error = error_of(runs);
  CHECK(error.kind() == ErrorKind::usage);
  CHECK(std::string(error.what()) == "quern.yaml:2 limits alloc_count, but no case has it on both sides");
  CHECK(error.hint() == "measure both sides with --metrics alloc");
}

TEST_SUITE_END();
