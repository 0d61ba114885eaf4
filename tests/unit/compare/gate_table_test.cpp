// SPDX-License-Identifier: Apache-2.0
// What a gate makes of a case that lacks a number: it is green only if each case has one on both sides, is allowed to
// be new to a base that is complete, or is for neither side by its definition.
#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "tests/unit/compare/checked_runs.hpp"

using namespace quern;
using namespace quern::test;

namespace {

/// What a side has of a case. lost: nothing, and the run was interrupted. unasked: nothing, and it was narrowed down.
enum class Has { number, failed, left_out, not_for, nothing, lost, unasked };

constexpr const char* kHas[] = {"number", "failed", "left_out", "not_for", "nothing", "lost", "unasked"};

void give(MadeUpRun& side, Has has) {
  if (has == Has::number) side.add_ok({"x"}, Verdict::exact, 10);
  if (has == Has::failed) side.add_failed({"x"}, "boom");
  if (has == Has::left_out)
    side.add({"x"}, Status::skipped).failure = Failure{FailureKind::environment, "no Python", "", ""};
  if (has == Has::not_for) TwoRuns::skip(side, "x", "needs cuda");
  if (has == Has::lost) side.run.interrupted = true;
  if (has == Has::unasked) side.run.selection = RunSelection{.filter = "common"};
}

struct Row {
  Has base;
  Has head;
  Finding finding;
  bool fails;
  bool passes;
  const char* note;
};

constexpr bool kFails = true;
constexpr bool kPasses = true;
constexpr bool kNot = false;

// Rows that are bad fail; rows that are open do neither; the rest passes.
constexpr Row kTable[] = {
    {Has::number, Has::number, Finding::unchanged, kNot, kPasses, ""},
    {Has::number, Has::failed, Finding::failed, kFails, kNot, "boom"},
    {Has::number, Has::left_out, Finding::skipped, kFails, kNot, "no Python"},
    {Has::number, Has::not_for, Finding::skipped, kFails, kNot, "needs cuda"},
    {Has::number, Has::nothing, Finding::disappeared, kFails, kNot, "the head does not have it"},
    {Has::number, Has::lost, Finding::unmeasured, kNot, kNot, "the head was interrupted before it"},
    {Has::failed, Has::number, Finding::unmeasured, kNot, kNot, "the base failed: boom"},
    {Has::failed, Has::failed, Finding::failed, kFails, kNot, "boom; the base failed too"},
    {Has::failed, Has::left_out, Finding::skipped, kFails, kNot, "no Python; the base failed: boom"},
    {Has::failed, Has::not_for, Finding::skipped, kFails, kNot, "needs cuda; the base failed: boom"},
    {Has::failed, Has::nothing, Finding::disappeared, kFails, kNot, "the base failed: boom; the head does not have it"},
    {Has::failed, Has::lost, Finding::unmeasured, kNot, kNot, "the head was interrupted before it"},
    {Has::left_out, Has::number, Finding::unmeasured, kNot, kNot, "the base left it out: no Python"},
    {Has::left_out, Has::failed, Finding::failed, kFails, kNot, "boom"},
    {Has::left_out, Has::left_out, Finding::skipped, kFails, kNot, "no Python; the base left it out: no Python"},
    {Has::left_out, Has::not_for, Finding::skipped, kFails, kNot, "needs cuda; the base left it out: no Python"},
    {Has::left_out, Has::nothing, Finding::disappeared, kFails, kNot,
     "the base left it out: no Python; the head does not have it"},
    {Has::left_out, Has::lost, Finding::unmeasured, kNot, kNot, "the head was interrupted before it"},
    {Has::not_for, Has::number, Finding::unmeasured, kNot, kNot, "the base left it out: needs cuda"},
    {Has::not_for, Has::failed, Finding::failed, kFails, kNot, "boom"},
    {Has::not_for, Has::left_out, Finding::skipped, kFails, kNot, "no Python; the base left it out: needs cuda"},
    {Has::not_for, Has::not_for, Finding::absent, kNot, kPasses, "needs cuda"},
    {Has::not_for, Has::nothing, Finding::absent, kNot, kPasses, "the base left it out: needs cuda"},
    {Has::not_for, Has::lost, Finding::unmeasured, kNot, kNot, "the head was interrupted before it"},
    {Has::nothing, Has::number, Finding::added, kNot, kNot, "the base does not have it"},
    {Has::nothing, Has::failed, Finding::failed, kFails, kNot, "boom"},
    {Has::nothing, Has::left_out, Finding::skipped, kFails, kNot, "no Python"},
    {Has::nothing, Has::not_for, Finding::absent, kNot, kPasses, "needs cuda"},
    {Has::lost, Has::number, Finding::unmeasured, kNot, kNot, "the base was interrupted before it"},
    {Has::lost, Has::failed, Finding::failed, kFails, kNot, "boom"},
    {Has::lost, Has::left_out, Finding::skipped, kFails, kNot, "no Python"},
    {Has::lost, Has::not_for, Finding::skipped, kFails, kNot, "needs cuda"},
    {Has::unasked, Has::number, Finding::unmeasured, kNot, kNot,
     "the base was measured with '-f common', which may leave it out, and the head with the standard suite"},
    {Has::unasked, Has::failed, Finding::failed, kFails, kNot, "boom"},
    {Has::unasked, Has::left_out, Finding::skipped, kFails, kNot, "no Python"},
    {Has::unasked, Has::not_for, Finding::skipped, kFails, kNot, "needs cuda"},
};

/// The case x beside one that is the same on both sides.
TwoRuns runs_of(const Row& row) {
  TwoRuns runs;
  runs.add("common", 1, 1);
  give(runs.base, row.base);
  give(runs.head, row.head);
  return runs;
}

}  // namespace

TEST_SUITE_BEGIN("harness/compare/gate");

TEST_CASE("every pair of what the sides can have of a case") {
  for (const Row& row : kTable) {
    const std::string pair = std::string(kHas[static_cast<int>(row.base)]) + ", " + kHas[static_cast<int>(row.head)];
    CAPTURE(pair);
    const TwoRuns runs = runs_of(row);
    const Check check = runs.check();
    REQUIRE(check.cases.size() == 2);
    CHECK(to_string(check.cases[1].finding) == to_string(row.finding));
    CHECK(check.cases[1].note == row.note);
    CHECK(check.fails() == row.fails);
    CHECK(check.passes() == row.passes);
    CHECK(check.undecided() == (!row.fails && !row.passes));
  }
}

TEST_CASE("what lacks a number passes if that is allowed or waived, and is still reported") {
  TwoRuns runs = runs_of({Has::failed, Has::number, Finding::unmeasured, kNot, kNot, ""});
  runs.options.allowed = {Finding::unmeasured};
  CHECK(runs.check().passes());
  CHECK(runs.check().count(Finding::unmeasured) == 1);
  runs.options.allowed.clear();
  runs.waive("^x").findings = {Finding::unmeasured};
  CHECK(runs.check().passes());
}

TEST_CASE("a new case passes only if it is allowed to be new, and what an incomplete base lacks is not new") {
  TwoRuns runs = runs_of({Has::nothing, Has::number, Finding::added, kNot, kNot, ""});
  runs.options.allowed = {Finding::unmeasured};
  CHECK_FALSE(runs.check().passes());
  runs.options.allowed = {Finding::added};
  CHECK(runs.check().passes());
  CHECK(runs.check().count(Finding::added) == 1);
  runs.base.run.interrupted = true;
  CHECK_FALSE(runs.check().passes());
  runs.base.run.interrupted = false;
  runs.options.allowed.clear();
  runs.waive("^x").findings = {Finding::added};
  CHECK(runs.check().passes());
  runs.options.waivers.front().pattern = Pattern("^y");
  CHECK_FALSE(runs.check().passes());
}

TEST_CASE("a case is new only to a base that would have had it") {
  TwoRuns runs = runs_of({Has::unasked, Has::number, Finding::unmeasured, kNot, kNot, ""});
  runs.options.allowed = {Finding::added};
  const auto found = [&] { return to_string(runs.check().cases[1].finding); };
  CHECK(found() == "unmeasured");
  CHECK_FALSE(runs.check().passes());
  runs.head.run.selection = RunSelection{};
  CHECK(found() == "unmeasured");
  runs.head.run.selection = runs.base.run.selection;
  CHECK(found() == "added");
  CHECK(runs.check().passes());
  runs.base.run.selection = RunSelection{};
  CHECK(found() == "added");
  runs.base.run.selection = std::nullopt;  // of an earlier quern
  CHECK(found() == "added");
  runs.base.run.selection = runs.head.run.selection = RunSelection{.shard = "1/3"};
  CHECK(found() == "unmeasured");
}

TEST_CASE("a check that judged no case does not pass, whatever is allowed") {
  TwoRuns runs;
  for (const char* name : {"x", "y"}) {
    runs.base.add_failed({name}, "boom");
    runs.head.add_ok({name}, Verdict::exact, 10);
  }
  CHECK(runs.check().undecided());
  runs.options.allowed = {Finding::unmeasured};
  CHECK(runs.check().saw_nothing());
  CHECK_FALSE(runs.check().passes());

  TwoRuns without;
  TwoRuns::skip(without.base, "x", "needs cuda");
  TwoRuns::skip(without.head, "x", "needs cuda");
  without.head.add_ok({"new"}, Verdict::exact, 10);
  without.options.allowed = {Finding::added};
  CHECK(without.check().saw_nothing());
  CHECK_FALSE(without.check().passes());
}

TEST_CASE("a watched metric that a side lacks leaves the case open, and a regression is one all the same") {
  TwoRuns runs;
  runs.add("x", 1000, 1000);
  runs.set_metric("alloc_count", 4, 4);
  runs.add("y", 1000, 1000);
  runs.limit("", "alloc_count", "0");
  CHECK(runs.check().cases[1].finding == Finding::unmeasured);
  CHECK(runs.check().cases[1].note == "alloc_count is not known on both sides");
  CHECK_FALSE(runs.check().passes());
  runs.head.run.cases.back().measurement->values[kInstructions] = {2000};
  CHECK(runs.check().cases[1].finding == Finding::regressed);
}

TEST_SUITE_END();
