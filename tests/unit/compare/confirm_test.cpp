// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <set>
#include <span>
#include <string>

#include "harness/compare/check.hpp"
#include "tests/unit/compare/two_runs.hpp"

using namespace quern;
using test::TwoRuns;

namespace {

/// A case that went from 1000 to another count, and what it is in two further layouts.
struct Moved {
  explicit Moved(double head = 1100) { runs.add("x", 1000, head); }

  void add(double base_1, double head_1, double base_2, double head_2) {
    elsewhere[0].add_ok({"x"}, Verdict::exact, base_1);
    elsewhere[1].add_ok({"x"}, Verdict::exact, head_1);
    elsewhere[2].add_ok({"x"}, Verdict::exact, base_2);
    elsewhere[3].add_ok({"x"}, Verdict::exact, head_2);
  }

  [[nodiscard]] Check confirmed() const {
    Check check = runs.check();
    const Elsewhere layouts[] = {{1, &elsewhere[0].run, &elsewhere[1].run}, {2, &elsewhere[2].run, &elsewhere[3].run}};
    confirm(check, layouts, unconfirmed_ids(check));
    return check;
  }

  TwoRuns runs;
  test::MadeUpRun elsewhere[4];
};

}  // namespace

TEST_SUITE_BEGIN("harness/compare/confirm");

TEST_CASE("a regression that is there in all layouts is confirmed") {
  Moved moved;
  moved.add(1000, 1100, 1000, 1100);
  const Check check = moved.confirmed();
  CHECK(check.confirmation == Confirmation::confirmed);
  CHECK(check.cases[0].finding == Finding::regressed);
  CHECK(check.cases[0].note == "holds in 3 of 3 layouts");
  CHECK(check.cases[0].compared->held == 3);
  CHECK(check.cases[0].compared->layouts.size() == 3);
  CHECK(check.fails());
  CHECK_FALSE(check.unstable());
}

TEST_CASE("it is confirmed too if it is of another size in each of them") {
  Moved moved;
  moved.add(990, 1100, 1000, 1095);
  const Check check = moved.confirmed();
  CHECK(check.cases[0].finding == Finding::regressed);
  CHECK(check.cases[0].note == "holds in 3 of 3 layouts (+9.50 … +11.11 %)");
}

TEST_CASE("a regression of the usual layout alone is none, and the check passes") {
  Moved moved;
  moved.add(1101, 1100, 1100, 1101);
  const Check check = moved.confirmed();
  CHECK(check.confirmation == Confirmation::not_confirmed);
  CHECK(check.cases[0].finding == Finding::layout);
  CHECK(check.cases[0].metrics[0].finding == Finding::layout);
  CHECK(check.cases[0].note == "holds in 1 of 3 layouts (-0.09 … +10.00 %)");
  CHECK_FALSE(check.fails());
  CHECK_FALSE(check.undecided());
  CHECK(check.passes());
  CHECK(check.verdict() == CheckVerdict::neutral);
}

TEST_CASE("one that is there in some further layouts cannot be told") {
  Moved moved;
  moved.add(1000, 1100, 1100, 1100);
  const Check check = moved.confirmed();
  CHECK(check.cases[0].finding == Finding::unstable);
  CHECK(check.cases[0].note == "holds in 2 of 3 layouts (+0.00 … +10.00 %)");
  CHECK_FALSE(check.passes());
}

TEST_CASE("an improvement that is not there in all layouts is none") {
  Moved moved(900);
  moved.add(1000, 900, 900, 900);
  const Check check = moved.confirmed();
  CHECK(check.cases[0].finding == Finding::layout);
  CHECK(check.verdict() == CheckVerdict::neutral);
  CHECK(check.passes());
}

TEST_CASE("a side that is stored counts as in the usual layout") {
  Moved moved;
  moved.elsewhere[1].add_ok({"x"}, Verdict::exact, 1100);
  Check check = moved.runs.check();
  const Elsewhere layout{1, nullptr, &moved.elsewhere[1].run};
  confirm(check, std::span(&layout, 1), unconfirmed_ids(check));
  CHECK(check.confirmation == Confirmation::confirmed);
  CHECK(check.cases[0].finding == Finding::regressed);
}

TEST_CASE("what fails nothing and did not improve is not asked for") {
  TwoRuns runs;
  runs.add("same", 1000, 1000);
  runs.add("waived", 1000, 1100);
  runs.add("faster", 1000, 900);
  runs.add("slower", 1000, 1100);
  runs.waive("waived");
  const std::set<std::string> ids = unconfirmed_ids(runs.check());
  CHECK(ids.size() == 2);
  CHECK(ids.contains("faster:eager:forward:cpp:t1"));
  CHECK(ids.contains("slower:eager:forward:cpp:t1"));
}

TEST_CASE("of many changes the largest are asked for, and a warning tells of the others") {
  TwoRuns runs;
  for (int i = 0; i < 50; ++i) runs.add("case" + std::to_string(i), 1000, 1100 + i);
  Check check = runs.check();
  const std::set<std::string> asked = unconfirmed_ids(check);
  CHECK(asked.size() == 40);
  CHECK(asked.contains("case49:eager:forward:cpp:t1"));
  CHECK_FALSE(asked.contains("case0:eager:forward:cpp:t1"));
  confirm(check, {}, asked);
  CHECK(check.warnings.back() == "10 smaller changes were not measured in further layouts");
  CHECK(check.cases[0].finding == Finding::regressed);
}

TEST_CASE("a case that failed or is missing in a further layout is unstable, and the note says why") {
  Moved moved;
  moved.elsewhere[1].add_failed({"x"}, "boom");
  moved.elsewhere[2].add_ok({"x"}, Verdict::exact, 1000);
  moved.elsewhere[3].add_ok({"x"}, Verdict::exact, 1100);
  const Check check = moved.confirmed();
  CHECK(check.cases[0].finding == Finding::unstable);
  CHECK(
      check.cases[0].note.ends_with("it has no number in layout 1: not measured; it has no number in layout 1: boom"));
}

TEST_CASE("the metric that regressed has to do so everywhere, others need not") {
  Moved moved(1000);
  moved.runs.set_metric("alloc_count", 4, 5);
  moved.runs.set_metric("branches", 70, 70);
  moved.runs.limit("", "alloc_count", "0");
  moved.runs.limit("", "branches", "10");
  moved.add(1000, 1000, 1000, 1000);
  const auto set = [&](std::size_t run, const char* metric, double value) {
    moved.elsewhere[run].run.cases[0].measurement->values[metric] = {value};
  };
  for (const std::size_t run : {0U, 2U}) set(run, "alloc_count", 4);
  set(0, "branches", 99);
  SUBCASE("everywhere") {
    for (const std::size_t run : {1U, 3U}) set(run, "alloc_count", 5);
    CHECK(moved.confirmed().cases[0].finding == Finding::regressed);
  }
  SUBCASE("nowhere else") {
    for (const std::size_t run : {1U, 3U}) set(run, "alloc_count", 4);
    CHECK(moved.confirmed().cases[0].finding == Finding::layout);
  }
  SUBCASE("unknown") { CHECK(moved.confirmed().cases[0].finding == Finding::unstable); }
}

TEST_CASE("a run elsewhere that was not stable makes the check unstable") {
  Moved moved;
  moved.add(1000, 1100, 1000, 1100);
  moved.elsewhere[3].run.stable = false;
  CHECK(moved.confirmed().unstable());
}

TEST_CASE("what became unstable can be waived as that") {
  Moved moved;
  moved.runs.waive("x").findings = {Finding::unstable};
  moved.add(1000, 1100, 1100, 1100);
  const Check check = moved.confirmed();
  CHECK(check.cases[0].waiver == moved.runs.options.waivers.data());
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
