// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/build_runs.hpp"

#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "harness/process/temporary_folder.hpp"
#include "harness/report/backtest/backtest_document.hpp"
#include "harness/runs/backtest_run.hpp"

namespace {

using namespace quern;

std::vector<Case> cases_called(const std::vector<std::string>& names) {
  std::vector<Case> cases;
  for (const std::string& name : names) {
    Case& args = cases.emplace_back();
    args.label = {name};
    args.definition_hash = "hash of " + name;
    args.id = make_id(args);
  }
  return cases;
}

/// Builds by name, with the count of all their cases; measured by looking at them.
class FakeMachine {
 public:
  std::map<std::string, double> counts = {{"old", 100}, {"new", 120}, {"newest", 120}};
  std::map<std::string, std::string> contents = {{"old", "1"}, {"new", "2"}, {"newest", "3"}};
  std::string broken;                // cannot be measured
  std::size_t interrupt_after = 99;  // so many cases
  std::size_t measured = 0;
  std::vector<Case> cases = cases_called({"a", "b", "c"});
  std::ostringstream err;

  Backtest backtest(bool fresh = false) {
    BuildRuns runs(cases, {{}, folder_.path() / "store.sqlite", fresh}, tools());
    return run_backtest({cases, source(), {}}, runs, err).backtest;
  }

  Bisection bisect() {
    const std::vector<Case> one = {cases.front()};
    BuildRuns runs(one, {{}, folder_.path() / "store.sqlite", false}, tools());
    return run_bisect({one, source_, {}}, runs, err);
  }

 private:
  const BuildSource& source() {
    source_ = {};
    source_.names = {"old", "new", "newest"};
    source_.open = [this](std::size_t build) {
      EnvironmentSpec spec;
      spec.name = source_.names[build];
      return spec;
    };
    return source_;
  }

  BuildTools tools() {
    BuildTools tools;
    tools.key_of = [this](const EnvironmentSpec& spec) { return "abc" + contents.at(spec.name); };
    tools.measure = [this](const Work& work, const MeasuringOptions& options) { return measure(work, options); };
    return tools;
  }

  Run measure(const Work& work, const MeasuringOptions& options) {
    const std::string& name = work.groups.front().front().name;
    if (name == broken) throw Error(ErrorKind::environment, "no such wheel");
    Run run;
    run.started = "2026-11-16T01:00:00Z";
    run.build_key = options.run.build_key;
    run.environment.name = name;
    run.environment.torch_version = name;
    for (const Case& args : work.cases) {
      if (measured == interrupt_after) {
        run.interrupted = true;
        break;
      }
      ++measured;
      run.cases.push_back(
          {&args, Status::ok, Measurement{Verdict::exact, {{kInstructions, {counts.at(name)}}}}, {}, 1});
      work.on_case({0, run, run.cases.back()});
    }
    return run;
  }

  TemporaryFolder folder_;
  BuildSource source_;
};

std::string backtest_text(const Backtest& backtest) { return backtest_document(backtest, "0").dump(); }

}  // namespace

TEST_SUITE_BEGIN("harness/runs/build_runs");

TEST_CASE("what the store has of an equal build is not measured again") {
  FakeMachine machine;
  const std::string first = backtest_text(machine.backtest());
  CHECK(machine.measured == 9);
  CHECK(backtest_text(machine.backtest()) == first);
  CHECK(machine.measured == 9);
  machine.backtest(true);
  CHECK(machine.measured == 18);
}

TEST_CASE("a build that is another one under the same name is measured again") {
  FakeMachine machine;
  machine.backtest();
  machine.contents["new"] = "rebuilt";
  machine.counts["new"] = 130;
  const Backtest backtest = machine.backtest();
  CHECK(machine.measured == 12);
  CHECK(backtest.cases[0].values[1].instructions == 130);
}

TEST_CASE("a definition that changed is measured again, and the others are not") {
  FakeMachine machine;
  machine.backtest();
  machine.cases[1].definition_hash = "another";
  machine.backtest();
  CHECK(machine.measured == 12);
}

TEST_CASE("an interrupted backtest that goes on equals one that was not interrupted") {
  FakeMachine straight;
  const std::string whole = backtest_text(straight.backtest());
  for (std::size_t after = 0; after < 9; ++after) {
    FakeMachine machine;
    machine.interrupt_after = after;
    CHECK(machine.backtest().interrupted);
    CHECK(machine.measured == after);
    machine.interrupt_after = 99;
    CHECK(backtest_text(machine.backtest()) == whole);
    CHECK(machine.measured == 9);
  }
}

TEST_CASE("a build that fails altogether is one line, and the rest goes on") {
  FakeMachine machine;
  machine.broken = "new";
  const Backtest backtest = machine.backtest();
  REQUIRE(backtest.builds.size() == 3);
  CHECK(backtest.builds[1].failure == "no such wheel");
  CHECK(backtest.builds[2].ok());
  CHECK(backtest.cases[0].steps.size() == 1);
  CHECK(machine.err.str().find("quern: new (2 of 3): failed: no such wheel\n") != std::string::npos);
  machine.broken.clear();  // it is tried again
  CHECK(machine.backtest().builds[1].ok());
}

TEST_CASE("a bisection takes from the store what a backtest measured") {
  FakeMachine machine;
  machine.backtest();
  const Bisection found = machine.bisect();
  CHECK(machine.measured == 9);
  REQUIRE(found.steps.size() == 1);
  CHECK(found.steps[0].before == 0);
  CHECK(found.steps[0].at == 1);
}

TEST_SUITE_END();
