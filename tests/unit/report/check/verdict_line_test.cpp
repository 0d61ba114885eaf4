// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "harness/report/check/check_text.hpp"
#include "tests/unit/report/check/made_up_check.hpp"

using namespace quern;
using test::MadeUpCheck;

TEST_SUITE_BEGIN("harness/report/check/verdict_line");

TEST_CASE("a check in which nothing happened is neutral") {
  MadeUpCheck made;
  made.add("a", Finding::unchanged, 1, 1);
  CHECK(verdict_line(made.check) == "neutral: 1 case unchanged");
  made.add("b", Finding::unchanged, 1, 1);
  CHECK(verdict_line(made.check) == "neutral: 2 cases unchanged");
  made.add("c", Finding::absent, {}, {});
  made.add("d", Finding::added, {}, 1).allowed = true;
  CHECK(verdict_line(made.check) == "neutral: 1 added; 1 without a number; 2 unchanged");
  made.add("e", Finding::added, {}, 1);
  CHECK(verdict_line(made.check) ==
        "cannot be judged: 1 added (--allow added accepts new cases); 1 added; 1 without a number; 2 unchanged");
}

TEST_CASE("a regression is told with the largest one") {
  MadeUpCheck made;
  made.add("a", Finding::regressed, 1000, 1006);
  CHECK(verdict_line(made.check) ==
        "regressed: 1 of 1 case beyond its limit, largest +0.60 % (small) in g/a:eager:forward:cpp:t1");
  made.add("b", Finding::regressed, 1000, 1041);
  made.add("c", Finding::unchanged, 1, 1);
  CHECK(verdict_line(made.check) ==
        "regressed: 2 of 3 cases beyond their limits, largest +4.10 % (medium) in g/b:eager:forward:cpp:t1; "
        "1 unchanged");
}

TEST_CASE("a regression from nothing has no percentage, and one of another metric says which") {
  MadeUpCheck made;
  made.add("a", Finding::regressed, 10, 10);
  made.check.cases.back().metrics[0].finding = Finding::unchanged;
  made.add_metric("alloc_count", 0, 2, Finding::regressed);
  CHECK(verdict_line(made.check) ==
        "regressed: 1 of 1 case beyond its limit, largest +2 (large) in g/a:eager:forward:cpp:t1 (alloc_count)");
}

TEST_CASE("an improvement is told with the largest one, and beside a regression the check is mixed") {
  MadeUpCheck made;
  made.add("a", Finding::improved, 1000, 990);
  made.add("b", Finding::improved, 1000, 700);
  CHECK(verdict_line(made.check) == "improved: 2 of 2 cases, largest -30.00 % (large) in g/b:eager:forward:cpp:t1");
  made.add("c", Finding::regressed, 1000, 1003);
  CHECK(verdict_line(made.check) ==
        "mixed: 1 of 3 cases beyond its limit, largest +0.30 % (tiny) in g/c:eager:forward:cpp:t1; "
        "2 improved, largest -30.00 % (large) in g/b:eager:forward:cpp:t1");
}

TEST_CASE("what has no numbers is counted by its finding") {
  MadeUpCheck made;
  made.add("a", Finding::failed, 1, {});
  made.add("b", Finding::disappeared, 1, {});
  made.add("c", Finding::disappeared, 1, {});
  made.add("d", Finding::skipped, 1, {});
  made.add("e", Finding::redefined, 1, 2);
  CHECK(verdict_line(made.check) == "regressed: 1 failed; 2 disappeared; 1 redefined; 1 skipped");
}

TEST_CASE("what was accepted does not count as found") {
  MadeUpCheck made;
  made.add("a", Finding::regressed, 100, 200).waiver = &made.waiver("a", "r");
  made.add("b", Finding::disappeared, 1, {}).allowed = true;
  made.add("c", Finding::unstable, 100, 200).waiver = &made.waiver("c", "r");
  made.add("d", Finding::unchanged, 1, 1);
  CHECK(verdict_line(made.check) == "neutral: 2 waived; 1 allowed; 1 unchanged");
}

TEST_CASE("a waiver that is out of date keeps a check from passing") {
  MadeUpCheck made;
  made.add("a", Finding::unchanged, 1, 1);
  made.check.expired = {&made.waiver("g/.*", "r")};
  CHECK(verdict_line(made.check) ==
        "neutral, but does not pass: the waiver for g/.* expired on 2026-12-31; 1 unchanged");
  made.check.expired.push_back(&made.waiver("h", "r"));
  CHECK(verdict_line(made.check) ==
        "neutral, but does not pass: 2 waivers are out of date: the one for g/.* expired on 2026-12-31 and others; "
        "1 unchanged");
}

TEST_CASE("what is not stable cannot be judged, but a regression is one all the same") {
  MadeUpCheck made;
  made.add("a", Finding::unstable, 100, 110);
  made.add("b", Finding::improved, 100, 10);
  CHECK(verdict_line(made.check) ==
        "not stable enough to judge: 1 unstable; 1 improved, largest -90.00 % (large) in g/b:eager:forward:cpp:t1");
  made.check.comparison.stable = false;
  made.check.comparison.interrupted = true;
  made.add("c", Finding::regressed, 100, 200);
  CHECK(verdict_line(made.check) ==
        "mixed: 1 of 3 cases beyond its limit, largest +100.00 % (large) in g/c:eager:forward:cpp:t1; "
        "known cases moved; 1 unstable; 1 improved, largest -90.00 % (large) in g/b:eager:forward:cpp:t1; interrupted");
}

TEST_CASE("a case that lacks a number cannot be judged, and neither can a check of none that has") {
  MadeUpCheck made;
  made.add("a", Finding::unmeasured, {}, 110);
  made.add("b", Finding::unchanged, 1, 1);
  CHECK(verdict_line(made.check) == "cannot be judged: 1 unmeasured; 1 unchanged");
  made.check.cases[0].allowed = true;
  CHECK(verdict_line(made.check) == "neutral: 1 allowed; 1 unchanged");
  MadeUpCheck empty;
  empty.add("a", Finding::absent, {}, {});
  CHECK(verdict_line(empty.check) ==
        "cannot be judged: no case has numbers on both sides to compare; 1 without a number");
}

TEST_CASE("different machines are not judged") {
  MadeUpCheck made;
  made.add("a", Finding::regressed, 100, 200);
  made.check.blocking = {test::made_up_difference(FactKind::compiler, "", "clang 14", "clang 15"),
                         test::made_up_difference(FactKind::variable, "valgrind\x1b", "3.19", "3.20")};
  CHECK(verdict_line(made.check) ==
        "not judged: base and head differ in compiler, valgrind\\x1b (--allow-different compares them all the same)");
}

TEST_CASE("what can be allowed by itself is named by its own word") {
  MadeUpCheck made;
  made.check.blocking = {test::made_up_difference(FactKind::installation, "", "full", "cpp")};
  CHECK(verdict_line(made.check) ==
        "not judged: base and head differ in installation (--allow installation compares them all the same)");
}

TEST_CASE("a hostile name stays in its line") {
  MadeUpCheck made;
  made.add("x\n\x1b[2J" + std::string(10000, 'y'), Finding::regressed, 100, 200);
  const std::string line = verdict_line(made.check);
  CHECK(line.find('\n') == std::string::npos);
  CHECK(line.find('\x1b') == std::string::npos);
  CHECK(line.starts_with("regressed: 1 of 1 case beyond its limit, largest +100.00 % (large) in g/x\\x0a\\x1b[2jyyy"));
  CHECK(line.ends_with("…" + std::string(18, 'y') + ":eager:forward:cpp:t1"));
}

TEST_SUITE_END();
