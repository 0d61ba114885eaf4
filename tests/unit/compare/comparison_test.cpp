// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/comparison.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/unit/compare/made_up_functions.hpp"
#include "tests/unit/compare/two_runs.hpp"
#include "tests/unit/model/made_up_run.hpp"

using namespace quern;

namespace {

struct TwoSides {
  test::MadeUpRun a;
  test::MadeUpRun b;

  void add(const std::string& name, double in_a, double in_b) {
    a.add_ok({name}, Verdict::exact, in_a);
    b.add_ok({name}, Verdict::exact, in_b);
  }

  [[nodiscard]] Comparison compared() const { return compare(a.run, b.run); }
};

Change change_of(const Measurement& a, const Measurement& b) {
  TwoSides sides;
  sides.a.add({"x"}, Status::ok).measurement = a;
  sides.b.add({"x"}, Status::ok).measurement = b;
  return sides.compared().cases.at(0).change;
}

Measurement measured(Verdict verdict, double instructions, double spread = 0) {
  return {verdict, {{kInstructions, {instructions, spread}}}};
}

void skip(test::MadeUpRun& run, const std::string& name, const std::string& why) {
  run.add({name}, Status::skipped).failure = Failure{FailureKind::requirement, why, "", ""};
}

std::vector<std::string> names_of(const Comparison& comparison) {
  std::vector<std::string> names;
  for (const CaseComparison& compared : comparison.cases) names.push_back(compared.args->label.back());
  return names;
}

}  // namespace

TEST_SUITE_BEGIN("harness/compare/comparison");

TEST_CASE("one instruction is a change, if the repeats agree") {
  CHECK(change_of(measured(Verdict::exact, 100), measured(Verdict::exact, 100)) == Change::same);
  CHECK(change_of(measured(Verdict::exact, 100), measured(Verdict::exact, 99)) == Change::faster);
  CHECK(change_of(measured(Verdict::exact, 100), measured(Verdict::exact, 101)) == Change::slower);
  CHECK(change_of(measured(Verdict::settled, 100, 50), measured(Verdict::exact, 151)) == Change::slower);
}

TEST_CASE("a comparison and a check that accepts nothing say the same of the same numbers") {
  for (const Verdict verdict : {Verdict::exact, Verdict::settled, Verdict::jitter})
    for (const double spread : {0.0, 1.0, 10.0})
      for (const double b : {80.0, 90.0, 99.0, 100.0, 101.0, 110.0, 120.0}) {
        test::TwoRuns runs;
        runs.base.add_ok({"x"}, verdict, 100, spread);
        runs.head.add_ok({"x"}, Verdict::exact, b);
        runs.limit("", "ir", "0");
        const Check check = runs.check();
        const Change change = check.comparison.cases[0].change;
        const Finding finding = check.cases[0].finding;
        CAPTURE(spread);
        CAPTURE(b);
        CHECK((change == Change::slower) == (finding == Finding::regressed));
        CHECK((change == Change::faster) == (finding == Finding::improved));
        if (finding == Finding::unstable) CHECK(change == Change::unstable);
        if (change == Change::same) CHECK(finding == Finding::unchanged);
      }
}

TEST_CASE("what jitters changed only if it moved further than the repeats do") {
  const Measurement jitters = measured(Verdict::jitter, 100, 10);
  CHECK(change_of(jitters, measured(Verdict::exact, 110)) == Change::unstable);
  CHECK(change_of(measured(Verdict::exact, 90), jitters) == Change::unstable);
  CHECK(change_of(jitters, measured(Verdict::exact, 111)) == Change::slower);
  CHECK(change_of(jitters, measured(Verdict::jitter, 89, 3)) == Change::faster);
  CHECK(change_of(jitters, measured(Verdict::jitter, 89, 30)) == Change::unstable);
  CHECK(change_of(jitters, jitters) == Change::same);
}

TEST_CASE("every word of a change is written") {
  const char* const words[] = {"same", "faster", "slower", "unstable", "only_a", "only_b", "neither"};
  for (int i = 0; i < 7; ++i) CHECK(to_string(static_cast<Change>(i)) == words[i]);
}

TEST_CASE("a compared case has both counts, the larger spread and nothing to excuse") {
  TwoSides sides;
  sides.a.add_ok({"x"}, Verdict::exact, 200);
  sides.b.add_ok({"x"}, Verdict::settled, 150, 4);
  const CaseComparison compared = sides.compared().cases.at(0);
  CHECK(compared.args == sides.a.run.cases[0].args);
  CHECK(compared.a == 200);
  CHECK(compared.b == 150);
  CHECK(compared.delta() == -50);
  CHECK(compared.ratio() == 0.75);
  CHECK(compared.spread == 4);
  CHECK(compared.reason.empty());
  CHECK_FALSE(compared.failed);
  CHECK_FALSE(compared.explanation.has_value());
}

TEST_CASE("a case that only one side has says why") {
  TwoSides sides;
  sides.a.add_ok({"x"}, Verdict::exact, 5);
  sides.b.add_failed({"x"}, "no such operator");
  skip(sides.a, "y", "needs torch >=2.0");
  sides.b.add_ok({"y"}, Verdict::exact, 6);
  const Comparison comparison = sides.compared();
  const CaseComparison& failed = comparison.cases.at(0);
  CHECK(failed.change == Change::only_a);
  CHECK(failed.a == 5);
  CHECK_FALSE(failed.b.has_value());
  CHECK(failed.reason == "no such operator");
  CHECK(failed.failed);
  CHECK(failed.delta() == 0);
  CHECK(failed.ratio() == 1);
  const CaseComparison& skipped = comparison.cases.at(1);
  CHECK(skipped.change == Change::only_b);
  CHECK(skipped.reason == "needs torch >=2.0");
  CHECK_FALSE(skipped.failed);
}

TEST_CASE("a case without any number has both reasons, and failed if one side did") {
  TwoSides sides;
  skip(sides.a, "x", "too old");
  sides.b.add_failed({"x"}, "broken");
  skip(sides.a, "y", "too old");
  skip(sides.b, "y", "no CUDA");
  const Comparison comparison = sides.compared();
  for (const CaseComparison& compared : comparison.cases) CHECK(compared.change == Change::neither);
  CHECK(comparison.cases.at(0).reason == "too old; broken");
  CHECK(comparison.cases.at(0).failed);
  CHECK(comparison.cases.at(1).reason == "too old; no CUDA");
  CHECK_FALSE(comparison.cases.at(1).failed);
}

TEST_CASE("cases that an interrupt left out on one side were not measured there, and did not fail") {
  TwoSides sides;
  sides.add("both", 1, 1);
  sides.a.add_ok({"early"}, Verdict::exact, 7);
  sides.b.add_ok({"late"}, Verdict::exact, 8);
  sides.b.add_failed({"bad"}, "broken");
  sides.b.run.interrupted = true;
  const Comparison comparison = sides.compared();
  CHECK(comparison.interrupted);
  REQUIRE(comparison.cases.size() == 4);
  CHECK(comparison.cases[1].change == Change::only_a);
  CHECK(comparison.cases[1].reason == "not measured");
  CHECK_FALSE(comparison.cases[1].failed);
  CHECK(comparison.cases[2].change == Change::only_b);
  CHECK(comparison.cases[2].b == 8);
  CHECK(comparison.cases[2].reason == "not measured");
  CHECK(comparison.cases[3].change == Change::neither);
  CHECK(comparison.cases[3].reason == "not measured; broken");
  CHECK(comparison.cases[3].failed);
}

TEST_CASE("cases are in the order of the suite, also those that one side lacks") {
  TwoSides sides;
  sides.b.add_ok({"first"}, Verdict::exact, 1);
  sides.add("second", 1, 1);
  sides.b.add_ok({"third"}, Verdict::exact, 1);
  sides.b.add_ok({"fourth"}, Verdict::exact, 1);
  sides.add("fifth", 1, 1);
  sides.a.add_ok({"sixth"}, Verdict::exact, 1);
  sides.add("seventh", 1, 1);
  sides.b.add_ok({"eighth"}, Verdict::exact, 1);
  CHECK(names_of(sides.compared()) ==
        std::vector<std::string>{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"});
}

TEST_CASE("the order of A counts where B has another") {
  TwoSides sides;
  sides.add("x", 1, 1);
  sides.add("y", 2, 2);
  sides.add("z", 3, 3);
  std::swap(sides.b.run.cases[0], sides.b.run.cases[2]);
  const Comparison comparison = sides.compared();
  CHECK(names_of(comparison) == std::vector<std::string>{"x", "y", "z"});
  for (const CaseComparison& compared : comparison.cases) CHECK(compared.change == Change::same);
}

TEST_CASE("both runs must be stable, and the longer one is the comparison's time") {
  TwoSides sides;
  sides.b.run.duration_s = 100;
  sides.b.run.environment.torch_version = "2.0.0";
  CHECK(sides.compared().stable);
  CHECK(sides.compared().duration_s == 100);
  CHECK_FALSE(sides.compared().interrupted);
  CHECK(sides.compared().a.torch_version == "1.13.1");
  CHECK(sides.compared().b.torch_version == "2.0.0");
  CHECK(sides.compared().differences.at(0).kind == FactKind::torch);
  sides.a.run.stable = false;
  CHECK_FALSE(sides.compared().stable);
  std::swap(sides.a.run.stable, sides.b.run.stable);
  CHECK_FALSE(sides.compared().stable);
}

TEST_CASE("a change is explained if both sides have functions") {
  TwoSides sides;
  sides.add("changed", 30, 40);
  sides.add("same", 30, 30);
  sides.add("unknown", 30, 40);
  for (const std::size_t i : {0U, 1U}) {
    sides.a.run.cases[i].measurement->functions = test::functions(1, {{"f", 30}});
    sides.b.run.cases[i].measurement->functions = test::functions(1, {{"f", 40}});
  }
  sides.b.run.cases[2].measurement->functions = test::functions(1, {{"f", 40}});
  const Comparison comparison = sides.compared();
  REQUIRE(comparison.cases[0].explanation.has_value());
  CHECK(comparison.cases[0].explanation->delta() == 10);
  CHECK_FALSE(comparison.cases[1].explanation.has_value());
  CHECK_FALSE(comparison.cases[2].explanation.has_value());
}

TEST_CASE("the summary counts each kind of change") {
  TwoSides sides;
  sides.add("same", 1, 1);
  sides.add("faster", 4, 2);
  sides.add("slower", 1, 4);
  sides.add("slower too", 4, 5);
  sides.a.add_ok({"unstable"}, Verdict::jitter, 4, 100);
  sides.b.add_ok({"unstable"}, Verdict::exact, 8);
  sides.a.add_ok({"only a"}, Verdict::exact, 1);
  sides.b.add_failed({"only a"}, "broken");
  sides.b.add_ok({"only b"}, Verdict::exact, 1);
  skip(sides.a, "neither", "no");
  skip(sides.b, "neither", "no");
  const Comparison comparison = sides.compared();
  const ComparisonSummary summary = summarize(comparison);
  CHECK(summary.same == 1);
  CHECK(summary.faster == 1);
  CHECK(summary.slower == 2);
  CHECK(summary.unstable == 1);
  CHECK(summary.one_sided == 2);
  CHECK(summary.failed == 1);
  REQUIRE(summary.largest != nullptr);
  CHECK(summary.largest->args->label.back() == "slower");
  CHECK(summary.geometric_mean == doctest::Approx(std::pow(1 * 0.5 * 4 * 1.25 * 2, 0.2)));
}

TEST_CASE("the largest change is that of the largest factor, in either direction, and no unstable one") {
  TwoSides sides;
  sides.add("plus 50 %", 100, 150);
  sides.add("a third less", 90, 60);
  sides.add("half", 2000, 1000);
  sides.a.add_ok({"unstable"}, Verdict::jitter, 1, 100);
  sides.b.add_ok({"unstable"}, Verdict::exact, 50);
  const Comparison comparison = sides.compared();
  CHECK(summarize(comparison).largest == &comparison.cases[2]);
}

TEST_CASE("nothing to compare gives a mean of 1 and no largest change") {
  TwoSides sides;
  CHECK(summarize(sides.compared()).geometric_mean == 1);
  sides.add("same", 3, 3);
  sides.a.add_ok({"only a"}, Verdict::exact, 9);
  CHECK(summarize(sides.compared()).geometric_mean == 1);
  CHECK(summarize(sides.compared()).largest == nullptr);
}

TEST_CASE("counts that no factor leads to leave the mean a number") {
  TwoSides sides;
  sides.add("doubled", 10, 20);
  sides.add("vanished", 10, 0);
  sides.add("appeared", 0, 10);
  sides.add("below the loop", 10, -1);
  const Comparison comparison = sides.compared();
  CHECK(comparison.cases[1].ratio() == 0);
  CHECK(comparison.cases[2].ratio() == 1);
  CHECK(comparison.cases[3].ratio() == 1);
  const ComparisonSummary summary = summarize(comparison);
  CHECK(summary.geometric_mean == doctest::Approx(2));
  CHECK(summary.largest == &comparison.cases[1]);
}

TEST_SUITE_END();
