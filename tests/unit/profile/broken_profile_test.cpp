// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "base/error.hpp"
#include "fixtures.hpp"

namespace quern {
namespace {

// The fast way must refuse what the full one refuses.
std::string totals_message(const std::string& name) {
  const std::string text = fixture_text(name);
  try {
    read_totals({text, name});
  } catch (const Error& error) {
    return to_string(error.where().value()) + ": " + error.what();
  }
  return {};
}

void check_both(const std::string& name, const std::string& message) {
  CAPTURE(name);
  CHECK(message_of(name) == name + message);
  CHECK(totals_message(name) == name + message);
}

}  // namespace

TEST_SUITE_BEGIN("harness/profile/part_reader");

TEST_CASE("an empty profile is an error") {
  check_both("empty.out", ":1:1: the profile is empty");
  check_both("only_comments.out", ":2:1: the profile is empty");
}

TEST_CASE("a truncated profile is reported with the line it stops at") {
  const std::string message = "the profile is truncated: it ends here without the totals of its last part";
  check_both("truncated_header.out", ":18:1: " + message);
  check_both("truncated.out", ":51:1: " + message);
  check_both("no_totals.out", ":75:1: " + message);
  check_both("truncated_call.out", ":6:1: the profile is truncated: a call ends before its cost");
}

TEST_CASE("a line that is wrong because the file ends in it comes with a hint") {
  const std::string text = "version: 1\nevents: Ir\nfn=f\n1 5\ntotals: 5";
  CHECK(read_totals({text, "whole"}).total("Ir") == 5);
  try {
    read_totals({std::string_view(text).substr(0, text.size() - 5), "cut"});
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.hint() == "the file ends within this line: it may be truncated");
  }
}

TEST_CASE("every way to cut a real profile short is an error") {
  for (const char* name : {"window.out", "simulations.out", "instr_jumps.out"}) {
    const std::string text = fixture_text(name);
    for (std::size_t length = 0; length + 1 < text.size(); ++length) {
      CAPTURE(length);
      CHECK_THROWS_AS(read_profile({std::string_view(text).substr(0, length), name}), Error);
    }
  }
}

TEST_CASE("costs that do not add up are an error, not a result") {
  check_both("wrong_sum.out", ":6:1: the costs in this part sum to 11, its totals are 12");
  check_both("wrong_summary.out", ":7:1: the costs in this part sum to 11, its summary is 7");
  CHECK(read_fixture("wrong_summary.out", Threads::several).total("Ir") == 11);
  check_both("overflow.out", ":5:1: a sum of counts exceeds 63 bits");
}

TEST_CASE("a newer version is refused") {
  check_both("newer_version.out", ":1:1: format version 2 is newer than version 1, the newest this quern reads");
}

TEST_CASE("parts that do not fit together are errors") {
  check_both("part_without_totals.out", ":6:1: the part before this 'part:' line has no totals");
  check_both("other_events.out", ":8:1: this part has other events than the one before: Ir");
}

TEST_CASE("lines that say nothing are errors") {
  check_both("too_many_counts.out", ":4:1: more counts than the 1 events");
  check_both("not_a_number.out", ":4:1: expected a count, found 'five'");
  check_both("no_events.out", ":2:1: expected a header with an 'events:' line first");
  check_both("call_without_cost.out", ":6:1: expected the cost of the call in the line before");
  check_both("not_a_profile.out", ":1:1: not a line of a Callgrind profile");
  check_both("unknown_position.out", ":2:1: unknown position 'column'");
}

TEST_CASE("costs of nobody are errors") {
  CHECK(message_of("undefined_name.out") == "undefined_name.out:3:1: the name (7) was never defined");
  CHECK(message_of("no_function.out") == "no_function.out:3:1: a cost before the first 'fn=' line");
  CHECK(message_of("call_without_callee.out") == "call_without_callee.out:5:1: a call without a 'cfn=' line");
}

TEST_SUITE_END();

}  // namespace quern
