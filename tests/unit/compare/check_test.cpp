// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/check.hpp"

#include <doctest/doctest.h>

#include "harness/model/unpinned.hpp"
#include "tests/unit/compare/checked_runs.hpp"
#include "tests/unit/compare/made_up_functions.hpp"

using namespace quern;
using namespace quern::test;

namespace {

Finding judged(double base, double head, const std::string& limit) {
  TwoRuns runs;
  runs.add("x", base, head);
  runs.limit("", "ir", limit);
  return finding_of_one(runs);
}

Finding jittering(double base, double head, double spread) {
  TwoRuns runs;
  runs.add_jitter("x", base, head, spread);
  runs.limit("", "ir", "10");
  return finding_of_one(runs);
}

}  // namespace

TEST_SUITE_BEGIN("harness/compare/check");

TEST_CASE("a run against itself is neutral, and nothing is wrong with it") {
  TwoRuns runs;
  for (const char* name : {"x", "y", "z"}) runs.add(name, 5070.25, 5070.25);
  runs.add_jitter("j", 100, 100, 8);
  const Check check = runs.check();
  CHECK(check.verdict() == CheckVerdict::neutral);
  CHECK_FALSE(check.fails());
  CHECK_FALSE(check.unstable());
  CHECK(check.count(Finding::unchanged) == 4);
  CHECK(check.blocking.empty());
  CHECK(check.expired.empty());
  CHECK(check.warnings.empty());
  CHECK(check.confirmation == Confirmation::not_needed);
  CHECK(check.cases[0].note.empty());
  CHECK(check.cases[0].compared == check.comparison.cases.data());
  CHECK(check.cases[0].args == runs.head.run.cases[0].args);
}

TEST_CASE("what is beyond its limit regressed or improved, what reaches it did not") {
  CHECK(judged(1000, 1002, "0.2%") == Finding::unchanged);
  CHECK(judged(1000, 1002.01, "0.2%") == Finding::regressed);
  CHECK(judged(1000, 998, "0.2%") == Finding::unchanged);
  CHECK(judged(1000, 997.99, "0.2%") == Finding::improved);
  CHECK(judged(1000, 1050, "0.2% | 50") == Finding::unchanged);
  CHECK(judged(1000, 1003, "0.2% & 50") == Finding::regressed);
  CHECK(judged(5060.1, 5070.1, "10") == Finding::unchanged);  // 10.000000000000909 in binary
  CHECK(judged(0.1, 0.3, "0.2") == Finding::unchanged);
}

TEST_CASE("a limit of 0 sees one instruction in ten billion") {
  CHECK(judged(1e10, 1e10 + 1, "0") == Finding::regressed);
  CHECK(judged(1e10, 1e10 - 1, "0") == Finding::improved);
  CHECK(judged(1e10, 1e10, "0") == Finding::unchanged);
}

TEST_CASE("of nothing a percentage accepts nothing, and a number does") {
  CHECK(judged(0, 1, "50%") == Finding::regressed);
  CHECK(judged(0, 1, "50% | 1") == Finding::unchanged);
  CHECK(judged(-1, 0, "0") == Finding::regressed);
}

TEST_CASE("what jitters is unstable as long as its spread could explain what is beyond the limit") {
  CHECK(jittering(100, 110, 30) == Finding::unchanged);
  CHECK(jittering(100, 111, 30) == Finding::unstable);
  CHECK(jittering(100, 140, 30) == Finding::unstable);
  CHECK(jittering(100, 141, 30) == Finding::regressed);
  CHECK(jittering(100, 89, 30) == Finding::unchanged);
  CHECK(jittering(100, 69, 30) == Finding::improved);
}

TEST_CASE("an unstable case says why, and does not fail the check: it cannot be judged") {
  TwoRuns runs;
  runs.add_jitter("x", 100, 120, 30);
  const Check check = runs.check();
  CHECK(check.cases[0].note == "+20 is more than the limit of 0.2, but its repeats differ by 30");
  CHECK_FALSE(check.fails());
  CHECK(check.unstable());
  CHECK(check.verdict() == CheckVerdict::neutral);
}

TEST_CASE("a run that was not stable makes the check unstable") {
  TwoRuns runs;
  runs.add("x", 100, 100);
  runs.head.run.stable = false;
  CHECK(runs.check().unstable());
  CHECK_FALSE(runs.check().fails());
}

TEST_CASE("what could not be pinned keeps a check from a judgement, on either side or on both, unless it is allowed") {
  for (const bool of_base : {false, true})
    for (const bool of_head : {false, true}) {
      TwoRuns runs;
      runs.add("x", 100, 100);
      if (of_base) runs.base.run.environment.pinned["addresses"] = kUnpinned;
      if (of_head) runs.head.run.environment.pinned["addresses"] = kUnpinned;
      const Check check = runs.check();
      CHECK(check.passes() == (!of_base && !of_head));
      CHECK(check.unpinned.size() == static_cast<std::size_t>(of_base) + static_cast<std::size_t>(of_head));
      CHECK(check.blocking.empty());
      CHECK_FALSE(check.fails());
      runs.options.allow_unpinned = true;
      CHECK(runs.check().passes());
    }
}

TEST_CASE("numbers of different definitions are not compared") {
  TwoRuns runs;
  runs.add("x", 10, 10);
  runs.head.last().definition_hash = "ffff";
  const Check check = runs.check();
  CHECK(check.cases[0].finding == Finding::redefined);
  CHECK(check.cases[0].metrics.empty());
  CHECK(check.cases[0].note == "the two sides ran different definitions: their numbers are not comparable");
  CHECK(check.fails());
  runs.head.last().definition_hash.clear();  // unknown is not different
  CHECK(finding_of_one(runs) == Finding::unchanged);
}

TEST_CASE("what is allowed is still reported and does not fail") {
  TwoRuns runs;
  runs.add("x", 10, 10);
  runs.base.add_ok({"gone"}, Verdict::exact, 10);
  runs.options.allowed = {Finding::disappeared};
  const Check check = runs.check();
  CHECK(check.cases[1].finding == Finding::disappeared);
  CHECK(check.cases[1].allowed);
  CHECK_FALSE(check.fails());
  CHECK(check.verdict() == CheckVerdict::neutral);
}

TEST_CASE("the verdict is regressed, improved, mixed or neutral") {
  TwoRuns runs;
  runs.add("x", 1000, 900);
  CHECK(runs.check().verdict() == CheckVerdict::improved);
  CHECK_FALSE(runs.check().fails());
  runs.add("y", 1000, 1100);
  CHECK(runs.check().verdict() == CheckVerdict::mixed);
  runs.waive("^y");
  CHECK(runs.check().verdict() == CheckVerdict::improved);
  CHECK(to_string(CheckVerdict::neutral) == "neutral");
  CHECK(to_string(CheckVerdict::improved) == "improved");
  CHECK(to_string(CheckVerdict::regressed) == "regressed");
  CHECK(to_string(CheckVerdict::mixed) == "mixed");
}

TEST_CASE("another machine or compiler blocks the check, unless it is allowed") {
  TwoRuns runs;
  runs.add("x", 10, 10);
  runs.head.run.environment.compiler = "gcc 12.2";
  runs.head.run.environment.torch_version = "2.0";
  REQUIRE(runs.check().blocking.size() == 1);
  CHECK(runs.check().blocking[0].kind == FactKind::compiler);
  CHECK(runs.check().comparison.differences.size() == 2);
  runs.options.allow_different = true;
  CHECK(runs.check().blocking.empty());
  CHECK(runs.check().tolerated.size() == 1);
  CHECK(runs.check().comparison.differences.size() == 2);
}

TEST_CASE("a full LibTorch and the C++ part of one block the check, unless that alone is allowed") {
  TwoRuns runs;
  runs.add("x", 10, 10);
  runs.head.run.environment.installation = "full";  // as an earlier run was that does not say it
  CHECK(runs.check().blocking.empty());
  runs.head.run.environment.installation = "cpp";
  REQUIRE(runs.check().blocking.size() == 1);
  CHECK(runs.check().blocking[0].kind == FactKind::installation);
  runs.options.allow_installation = true;
  CHECK(runs.check().blocking.empty());
  CHECK(runs.check().tolerated.size() == 1);
  runs.head.run.environment.compiler = "gcc 12.2";
  REQUIRE(runs.check().blocking.size() == 1);
  CHECK(runs.check().blocking[0].kind == FactKind::compiler);
}

TEST_CASE("only the languages that are compared can block a check") {
  TwoRuns runs;
  runs.add("x", 10, 10);
  runs.base.last().language = Language::python;
  runs.head.last().language = Language::python;
  runs.base.run.environment.python = runs.head.run.environment.python = "3.11.2";
  runs.head.run.environment.flags = "";  // --no-cpp: nothing was compiled
  CHECK(runs.check().blocking.empty());
  CHECK(runs.check().passes());
  runs.head.run.environment.python = "3.12.1";
  CHECK(runs.check().blocking.size() == 1);
  runs.head.run.environment.python = "3.11.2";
  runs.add("y", 10, 10);  // C++
  CHECK(runs.check().blocking.size() == 1);
  CHECK(runs.check().blocking[0].kind == FactKind::flags);
}

TEST_CASE("a side that has no number says nothing of its machine: it lacks a number") {
  TwoRuns runs;
  runs.base.add_failed({"x"}, "it does not compile");
  runs.head.add_ok({"x"}, Verdict::exact, 10);
  runs.head.run.environment.guest_cpu = "avx2";  // which a server tells
  CHECK(runs.check().blocking.empty());
  CHECK(runs.check().undecided());
}

TEST_CASE("a check knows its sides by environment and commit") {
  TwoRuns runs;
  runs.add("x", 10, 10);
  runs.base.run.commit = "abc";
  const Check check = runs.check();
  CHECK(check.base.name == "default");
  CHECK(check.base.commit == "abc");
  CHECK_FALSE(check.base.measured);
  CHECK(check.head.commit.empty());
}

TEST_CASE("nothing in common is an error") {
  TwoRuns runs;
  runs.base.add_ok({"x"}, Verdict::exact, 10);
  runs.head.add_ok({"y"}, Verdict::exact, 10);
  const Error error = error_of(runs);
  CHECK(error.kind() == ErrorKind::usage);
  CHECK(std::string(error.what()) == "the base and the head have no case in common");
  CHECK(error.hint() == "both must be runs of the same definitions; 'quern list' shows their cases");
  CHECK(std::string(error_of(TwoRuns{}).what()) == "the base and the head have no case in common");
}

TEST_CASE("odd names pass through unharmed") {
  const std::string odd = "<script>\"'&\n\x1b[31m" + std::string(100'000, 'x');
  TwoRuns runs;
  runs.add(odd, 1000, 2000);
  runs.limit("<SCRIPT>|<script>", "ir", "1%");
  const Check check = runs.check();
  CHECK(check.cases[0].args->label[0] == odd);
  CHECK(check.cases[0].finding == Finding::regressed);
  CHECK(limit_of(check, 0) == "ir 1% by quern.yaml:2");
}

TEST_CASE("the functions behind a change are those of the comparison") {
  TwoRuns runs;
  runs.add("x", 10, 20);
  runs.base.run.cases[0].measurement->functions = test::functions(1, {{"f", 10}});
  runs.head.run.cases[0].measurement->functions = test::functions(1, {{"f", 20}});
  const Check check = runs.check();
  REQUIRE(check.cases[0].compared->explanation.has_value());
  CHECK(check.cases[0].compared->explanation->functions.at(0).delta() == 10);
}

TEST_SUITE_END();
