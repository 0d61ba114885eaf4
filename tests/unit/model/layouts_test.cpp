// SPDX-License-Identifier: Apache-2.0
#include "harness/model/layouts.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <vector>

using namespace quern;

namespace {

std::vector<Case> named_cases(std::initializer_list<const char*> ids) {
  std::vector<Case> cases;
  for (const char* const id : ids) cases.emplace_back().id = id;
  return cases;
}

/// A run of the cases, with these counts; a negative one stands for a case that failed.
Run run_of(const std::vector<Case>& cases, std::initializer_list<double> counts) {
  Run run;
  for (const double count : counts) {
    CaseResult result{&cases[run.cases.size()], Status::ok, Measurement{}, {}, 0};
    result.measurement->values[kInstructions] = {count};
    if (count < 0) result = {result.args, Status::failed, {}, Failure{FailureKind::crash, "it crashed", "", ""}, 0};
    run.cases.push_back(std::move(result));
  }
  run.duration_s = 10;
  return run;
}

}  // namespace

TEST_SUITE_BEGIN("harness/model/layouts");

TEST_CASE("a case that counts the same everywhere has its counts and no note") {
  const std::vector<Case> cases(1);
  Run run = run_of(cases, {100});
  join_layouts(run, {run_of(cases, {100}), run_of(cases, {100})});
  const Measurement& measurement = *run.cases[0].measurement;
  REQUIRE(measurement.layouts.size() == 3);
  CHECK(measurement.layouts[2].layout == 2);
  CHECK(measurement.layouts[2].instructions == 100);
  CHECK(measurement.spread() == 0);
  CHECK(run.cases[0].notes.empty());
  CHECK(run.duration_s == 30);
}

TEST_CASE("a case that depends on where things lie says so, and its spread excuses as much") {
  const std::vector<Case> cases = named_cases({"a", "b"});
  Run run = run_of(cases, {1000, 7});
  join_layouts(run, {run_of(cases, {1006, 7}), run_of(cases, {994, 7})});
  CHECK(run.cases[0].measurement->instructions() == 1000);
  CHECK(run.cases[0].measurement->spread() == 12);
  REQUIRE(run.cases[0].notes.size() == 1);
  CHECK(run.cases[0].notes[0] == "in 3 layouts it is 994 to 1006 (1.2 %): it depends on where things lie");
  CHECK(run.cases[1].notes.empty());
}

TEST_CASE("a case that has no number in a layout says so") {
  const std::vector<Case> cases = named_cases({"a", "b"});
  Run run = run_of(cases, {5, -1});
  join_layouts(run, {run_of(cases, {-1, 5}), run_of(cases, {})});
  REQUIRE(run.cases[0].notes.size() == 2);
  CHECK(run.cases[0].notes[0] == "it has no number in layout 1: it crashed");
  CHECK(run.cases[0].notes[1] == "it has no number in layout 2: not measured");
  CHECK(run.cases[1].notes.empty());
  CHECK_FALSE(run.cases[1].measurement);
}

TEST_CASE("a run of another layout than the usual one says which it was, and its neighbours are counted from there") {
  const std::vector<Case> cases(1);
  Run alone = run_of(cases, {100});
  join_layouts(alone, {}, 7);
  REQUIRE(alone.cases[0].measurement->layouts.size() == 1);
  CHECK(alone.cases[0].measurement->layouts[0].layout == 7);
  Run two = run_of(cases, {100});
  join_layouts(two, {run_of(cases, {100})}, 7);
  CHECK(two.cases[0].measurement->layouts[1].layout == 8);
}

TEST_CASE("what is wrong with a run in any layout is wrong with the whole") {
  const std::vector<Case> cases(1);
  Run run = run_of(cases, {5});
  run.notes = {"known"};
  Run other = run_of(cases, {5});
  other.stable = false;
  other.interrupted = true;
  other.notes = {"known", "new"};
  join_layouts(run, {other});
  CHECK_FALSE(run.stable);
  CHECK(run.interrupted);
  CHECK(run.notes == std::vector<std::string>{"known", "new"});
}

TEST_CASE("a stored run can be had as it counted elsewhere") {
  const std::vector<Case> cases = named_cases({"a", "b"});
  Run run = run_of(cases, {1000, 7});
  join_layouts(run, {run_of(cases, {1006}), run_of(cases, {994, 8})});
  CHECK(in_layout(run, 2).cases[0].measurement->instructions() == 994);
  CHECK(in_layout(run, 1).cases[1].measurement->instructions() == 7);  // it has no number there
  CHECK(in_layout(run, 5).cases[0].measurement->instructions() == 1000);
}

TEST_SUITE_END();
