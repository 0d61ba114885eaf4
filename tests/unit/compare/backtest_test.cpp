// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/backtest.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/unit/compare/made_up_functions.hpp"
#include "tests/unit/model/made_up_run.hpp"

namespace {

using namespace quern;

BacktestValue counted(double instructions, double spread = 0) {
  BacktestValue value;
  value.status = Status::ok;
  value.instructions = instructions;
  value.spread = spread;
  value.verdict = spread == 0 ? "exact" : "jitter";
  return value;
}

BacktestValue no_count(Status status = Status::skipped) {
  BacktestValue value;
  value.status = status;
  return value;
}

using StepPlaces = std::vector<std::pair<std::size_t, std::size_t>>;

StepPlaces step_builds(const std::vector<BacktestValue>& values, double least = 0) {
  StepPlaces found;
  for (const BacktestStep& step : steps_of(values, {least})) found.emplace_back(step.before, step.at);
  return found;
}

std::vector<Case> one_case() {
  test::MadeUpRun run;
  run.add({"a"}, Status::ok);
  return {run.last()};
}

test::MadeUpRun run_of_function(std::int64_t instructions) {
  test::MadeUpRun run;
  run.add_ok({"a"}, Verdict::exact, static_cast<double>(instructions));
  run.run.cases.back().measurement->functions = test::functions(1, {{"f", instructions - 10}, {"g", 10}});
  return run;
}

}  // namespace

TEST_SUITE_BEGIN("harness/compare/backtest");

TEST_CASE("every change of exact counts is a step, by one instruction and back again too") {
  CHECK(step_builds({counted(5), counted(5), counted(6), counted(5), counted(5)}) == StepPlaces{{1, 2}, {2, 3}});
  CHECK(step_builds({counted(5), counted(5)}).empty());
  CHECK(step_builds({counted(5)}).empty());
  CHECK(step_builds({}).empty());
}

TEST_CASE("a gap is no step, and a step across a gap says which builds it is between") {
  CHECK(step_builds({counted(5), no_count(), counted(5)}).empty());
  CHECK(step_builds({no_count(), no_count(Status::failed), counted(5), counted(5), no_count()}).empty());
  CHECK(step_builds({counted(5), no_count(), no_count(Status::failed), counted(7)}) == StepPlaces{{0, 3}});
}

TEST_CASE("a change within the spread of either side is no step") {
  CHECK(step_builds({counted(100, 10), counted(109), counted(98, 2)}) == StepPlaces{{1, 2}});
  CHECK(step_builds({counted(100, 10), counted(110)}).empty());
  CHECK(step_builds({counted(100), counted(111, 10)}) == StepPlaces{{0, 1}});
}

TEST_CASE("one build that does not repeat hides no step between others") {
  CHECK(step_builds({counted(100), counted(101), counted(100, 50), counted(101), counted(102)}) ==
        StepPlaces{{0, 1}, {3, 4}});
}

TEST_CASE("changes up to the least step are none") {
  CHECK(step_builds({counted(1000), counted(1005), counted(1011)}, 0.005) == StepPlaces{{1, 2}});
  CHECK(step_builds({counted(1000), counted(995)}, 0.005).empty());
}

TEST_CASE("a step has the functions behind it, which sum to it, and what else changed") {
  BacktestBuilder builder(one_case(), {}, 1);
  test::MadeUpRun old = run_of_function(100);
  test::MadeUpRun other = run_of_function(130);
  other.run.environment.compiler = "gcc 12";
  builder.add("old", old.run);
  builder.add_failed("broken", "no such wheel");
  builder.add("new", other.run);
  const Backtest backtest = builder.finish(false);
  REQUIRE(backtest.builds.size() == 3);
  CHECK(backtest.builds[1].failure == "no such wheel");
  CHECK(backtest.cases[0].values[1].status == Status::skipped);
  REQUIRE(backtest.cases[0].steps.size() == 1);
  const BacktestStep& step = backtest.cases[0].steps[0];
  CHECK(step.before == 0);
  CHECK(step.at == 2);
  CHECK(step.delta() == 30);
  CHECK(step.changes == std::vector<std::string>{"compiler"});
  REQUIRE(step.functions.size() == 1);
  CHECK(step.functions[0].name == "f");
  CHECK(step.functions[0].delta == 30);
}

TEST_CASE("a case that a run lacks was not measured") {
  BacktestBuilder builder(one_case(), {}, 1);
  builder.add("empty", test::MadeUpRun().run);
  CHECK(builder.finish(true).cases[0].values[0].failure_kind == "missing");
  CHECK(builder.finish(true).interrupted);
}

TEST_SUITE_END();
