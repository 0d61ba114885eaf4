// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/layout_change.hpp"

#include <doctest/doctest.h>

#include "tests/unit/compare/two_runs.hpp"
#include "tests/unit/contains.hpp"

using namespace quern;

namespace {

/// x goes from 1000 to 1100 as usual, and is this elsewhere.
Comparison moved(double a, double b) {
  static test::MadeUpRun runs[4];
  for (test::MadeUpRun& run : runs) run = {};
  runs[0].add_ok({"x"}, Verdict::exact, 1000);
  runs[1].add_ok({"x"}, Verdict::exact, 1100);
  runs[2].add_ok({"x"}, Verdict::exact, a);
  runs[3].add_ok({"x"}, Verdict::exact, b);
  Comparison comparison = compare(runs[0].run, runs[1].run);
  const Elsewhere layout{1, &runs[2].run, &runs[3].run};
  hold_changes(comparison, std::span(&layout, 1));
  return comparison;
}

}  // namespace

TEST_SUITE_BEGIN("harness/compare/layout_change");

TEST_CASE("a change that is there elsewhere, too, holds") {
  const Comparison comparison = moved(1000, 1100);
  CHECK(comparison.cases[0].change == Change::slower);
  CHECK(layouts_text(comparison.cases[0]) == "holds in 2 of 2 layouts");
}

TEST_CASE("a change of another size has its range") {
  CHECK(layouts_text(moved(1000, 1110).cases[0]) == "holds in 2 of 2 layouts (+10.00 … +11.00 %)");
}

TEST_CASE("a change that is not there elsewhere is unstable by as much as it differs") {
  const Comparison comparison = moved(1100, 1098);
  CHECK(comparison.cases[0].change == Change::unstable);
  CHECK(comparison.cases[0].spread == 102);
  CHECK(layouts_text(comparison.cases[0]) == "holds in 1 of 2 layouts (-0.18 … +10.00 %)");
}

TEST_CASE("a case that was not measured elsewhere has nothing to say of layouts") {
  test::MadeUpRun a;
  test::MadeUpRun b;
  a.add_ok({"x"}, Verdict::exact, 1000);
  b.add_ok({"x"}, Verdict::exact, 1100);
  Comparison comparison = compare(a.run, b.run);
  const test::MadeUpRun nothing;
  const Elsewhere layout{1, &nothing.run, &nothing.run};
  hold_changes(comparison, std::span(&layout, 1));
  CHECK(comparison.cases[0].change == Change::slower);
  CHECK(layouts_text(comparison.cases[0]).empty());
}

TEST_CASE("a layout in which nothing could be measured says why, and the change does not hold there") {
  test::MadeUpRun runs[3];
  runs[0].add_ok({"x"}, Verdict::exact, 1000);
  runs[1].add_ok({"x"}, Verdict::exact, 1100);
  runs[2].run.notes = {"the cpp server does not run"};
  runs[2].run.stable = false;
  Comparison comparison = compare(runs[0].run, runs[1].run);
  const Elsewhere layouts[] = {{1, &runs[0].run, &runs[1].run}, {2, &runs[2].run, &runs[2].run}};
  hold_changes(comparison, layouts);
  CHECK(comparison.cases[0].change == Change::unstable);
  REQUIRE_FALSE(comparison.cases[0].notes_b.empty());
  CHECK(test::contains(comparison.cases[0].notes_b[0], "no number in layout 2: the cpp server does not run"));
  CHECK_FALSE(comparison.stable);
}

TEST_SUITE_END();
