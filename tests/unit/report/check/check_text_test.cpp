// SPDX-License-Identifier: Apache-2.0
#include "harness/report/check/check_text.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "harness/report/check/check_words.hpp"
#include "tests/unit/contains.hpp"
#include "tests/unit/report/check/made_up_check.hpp"

using namespace quern;
using test::contains;
using test::MadeUpCheck;

namespace {

std::string text_of(const Check& check, const CheckTextOptions& options = {}) {
  std::ostringstream out;
  write_check(check, options, out);
  return out.str();
}

}  // namespace

TEST_SUITE_BEGIN("harness/report/check/check_text");

TEST_CASE("everything, the most important first and the verdict last") {
  MadeUpCheck made;
  add_everything(made);
  CHECK(text_of(made.check) ==
        "Failing\n"
        "  g/allocates:eager:forward:cpp:t1  alloc_count               4 → 5                         +1   +25.00 %  "
        "large   limit 0 (quern.yaml:4)\n"
        "  g/slower:eager:forward:cpp:t1                           5,070 → 5,278                   +208    +4.10 %  "
        "medium  limit 0.2% (default)\n"
        "    other +208\n"
        "            +108  at::g<>()  [libtorch_cpu.so]  new\n"
        "            +100  at::f()  [libtorch_cpu.so]\n"
        "    beyond what the waiver of w.yaml:9 accepts: 1%\n"
        "  g/broken:eager:forward:cpp:t1                          12,345 → -               failed: no such operator\n"
        "  g/gone:eager:forward:cpp:t1                                77 → -               disappeared: the head does "
        "not have it\n"
        "  g/other:eager:forward:cpp:t1                               10 → 20              redefined: the two sides "
        "ran different definitions\n"
        "  g/guarded:eager:forward:cpp:t1                             30 → -               skipped: needs torch <2.0\n"
        "\n"
        "Not stable enough to judge\n"
        "  g/shaky:eager:forward:cpp:t1                              100 → 110                      +10   +10.00 %  "
        "large   limit 0.2% (default)\n"
        "    its repeats differ by 30\n"
        "\n"
        "New, and not allowed to be\n"
        "  g/new:eager:forward:cpp:t1                                  - → 7               added: the base does not "
        "have it\n"
        "\n"
        "Accepted\n"
        "  g/known:eager:forward:cpp:t1                            1,000 → 1,015                    +15    +1.50 %  "
        "small   limit 0.2% (default)\n"
        "    waived until 2026-12-31 by ann: the new dispatcher, see #12 (waivers.yaml:3)\n"
        "  g/dropped:eager:forward:cpp:t1                              5 → -               disappeared\n"
        "    accepted by --allow disappeared\n"
        "\n"
        "Improved\n"
        "  g/faster:eager:forward:cpp:t1                           2,000 → 1,500                   -500   -25.00 %  "
        "large   limit 0.2% (default)\n"
        "    other -500\n"
        "            -500  at::h()  [libtorch_cpu.so]\n"
        "\n"
        "2 unchanged, the largest change within its limit +0.12 % in g/nearly:eager:forward:cpp:t1\n"
        "\n"
        "base: main, stored, commit 0123456789ab; torch 1.13.1\n"
        "head: pr, measured now; torch 2.0.0\n"
        "  torch: 1.13.1 → 2.0.0\n"
        "  and 1 library that is not LibTorch's (--format json lists them)\n"
        "\n"
        "warning: w.yaml:2: the waiver 'x' matches no case\n"
        "the waiver of ann for old/.* expired on 2026-11-01: until the release (waivers.yaml:3)\n"
        "what changed was measured in further layouts: it holds in all of them\n"
        "what improved can become the baseline once nothing fails\n"
        "reproduce: quern check --base main --head pr\n"
        "\n"
        "mixed: 2 of 14 cases beyond their limits, largest +25.00 % (large) in g/allocates:eager:forward:cpp:t1 "
        "(alloc_count); 1 failed; 1 disappeared; 1 redefined; 1 skipped; the waiver for old/.* expired on 2026-11-01; "
        "1 unstable; 1 added (--allow added accepts new cases); 1 improved, largest -25.00 % (large) in "
        "g/faster:eager:forward:cpp:t1; 1 waived; 1 allowed; 1 without a number; 2 unchanged\n");
}

TEST_CASE("nothing happened") {
  MadeUpCheck made;
  made.add("a", Finding::unchanged, 5070, 5070);
  CHECK(text_of(made.check) ==
        "1 unchanged\n"
        "\n"
        "base: main, stored, commit 0123456789ab; torch 1.13.1\n"
        "head: pr, measured now; torch 2.0.0\n"
        "\n"
        "reproduce: quern check --base main --head pr\n"
        "\n"
        "neutral: 1 case unchanged\n");
}

TEST_CASE("what was not judged shows why, and no case") {
  MadeUpCheck made;
  made.add("a", Finding::regressed, 100, 200);
  made.check.blocking = {test::made_up_difference(FactKind::compiler, "", "clang 14", "clang 15")};
  made.check.comparison.differences = {test::made_up_difference(FactKind::torch, "", "1", "2"),
                                       test::made_up_difference(FactKind::compiler, "", "clang 14", "clang 15")};
  CHECK(text_of(made.check) ==
        "base: main, stored, commit 0123456789ab; torch 1.13.1\n"
        "head: pr, measured now; torch 2.0.0\n"
        "  compiler: clang 14 → clang 15  (not comparable)\n"
        "  torch: 1 → 2\n"
        "\n"
        "reproduce: quern check --base main --head pr\n"
        "\n"
        "not judged: base and head differ in compiler (--allow-different compares them all the same)\n");
}

TEST_CASE("a case with several metrics: a row for each that changed, and what explains them once") {
  MadeUpCheck made;
  made.add("a", Finding::regressed, 100, 200).note = "why";
  made.explain_last({{"f", 100}}, {{"f", 200}});
  made.add_metric("branches", 7, 7, Finding::unchanged);
  made.add_metric("alloc_count", 0, 2, Finding::regressed);
  made.add_metric("alloc_bytes", 100, 50, Finding::improved);
  const std::string text = text_of(made.check);
  CHECK(text.substr(0, text.find("\nbase:")) ==
        "Failing\n"
        "  g/a:eager:forward:cpp:t1                          100 → 200                     +100  +100.00 %  large   "
        "limit 0.2% (default)\n"
        "  g/a:eager:forward:cpp:t1  alloc_count               0 → 2                         +2          -  large   "
        "limit 0.2% (default)\n"
        "  g/a:eager:forward:cpp:t1  alloc_bytes             100 → 50                       -50   -50.00 %  large   "
        "limit 0.2% (default)\n"
        "    other +100\n"
        "            +100  f  [libtorch_cpu.so]\n"
        "    why\n"
        "\n"
        "0 unchanged\n");
}

TEST_CASE("colours by what a finding means, if they are asked for") {
  MadeUpCheck made;
  add_everything(made);
  const std::string text = text_of(made.check, {true, 3});
  CHECK(contains(text, "\x1b[1mFailing\x1b[0m\n"));
  CHECK(contains(text, "\x1b[31m         5,070 → 5,278 "));
  CHECK(contains(text, "\x1b[33m           100 → 110 "));
  CHECK(contains(text, "\x1b[32m         2,000 → 1,500 "));
  CHECK(contains(text, "\n\x1b[1;31mmixed: 2 of 14 cases"));
  CHECK(text.ends_with("\x1b[0m\n"));
  CHECK_FALSE(contains(text_of(made.check), "\x1b"));
}

TEST_CASE("what would move a terminal's cursor is shown and not sent") {
  MadeUpCheck made;
  const std::string evil = "\x1b[2J\nx";
  made.add(evil, Finding::regressed, 100, 200).note = evil;
  made.explain_last({{"f", 100}}, {{"f" + evil, 200}});
  made.check.cases.back().metrics[0].limit.origin = evil;
  made.add("b", Finding::regressed, 100, 200).waiver = &made.waiver(evil, evil);
  made.check.expired = {&made.waiver(evil, evil)};
  made.check.warnings = {evil};
  made.check.reproduce = evil;
  made.check.base.name = evil;
  made.check.comparison.differences = {test::made_up_difference(FactKind::variable, evil, evil, evil)};
  const std::string text = text_of(made.check);
  CHECK_FALSE(contains(text, "\x1b"));
  CHECK_FALSE(contains(text, "\nx"));
  CHECK(contains(text, "reproduce: \\x1b[2J\\x0ax\n"));
}

TEST_CASE("a huge name shifts its own line only") {
  MadeUpCheck made;
  made.add(std::string(10000, 'x'), Finding::regressed, 100, 200);
  made.add("b", Finding::regressed, 100, 150);
  const std::string text = text_of(made.check);
  CHECK(contains(text, "\n  g/b:eager:forward:cpp:t1" + std::string(60 - 24 + 2, ' ') + "           100 → 150 "));
  CHECK(contains(text, "…xxx"));
  CHECK(text.size() < 1500);
}

TEST_CASE("how the baseline moves when something improved") {
  MadeUpCheck made;
  CHECK(baseline_move(made.check).words.empty());
  made.add("a", Finding::improved, 100, 50);
  CHECK(baseline_move(made.check).words == "to keep what improved, make the head the baseline");
  made.check.rebase = "quern run --save \x1b[1m";
  CHECK(baseline_move(made.check).words == "to keep what improved, make the head the baseline:");
  CHECK(baseline_move(made.check).command == "quern run --save \\x1b[1m");
  made.check.base = {"envs/main", true, ""};
  CHECK(baseline_move(made.check).words == "the base is measured by every check: what improved needs no new baseline");
  made.check.base.measured = false;
  made.add("b", Finding::regressed, 100, 200);
  CHECK(baseline_move(made.check).words == "what improved can become the baseline once nothing fails");
  CHECK(baseline_move(made.check).command.empty());
}

TEST_CASE("what was accepted says by whom, until when and why") {
  MadeUpCheck made;
  CheckedCase& checked = made.add("a", Finding::regressed, 100, 200);
  CHECK(acceptance_text(checked).empty());
  Waiver& waiver = made.waiver("a", "because");
  checked.expired = &waiver;
  CHECK(acceptance_text(checked) == "the waiver of ann for a expired on 2026-12-31: because (waivers.yaml:3)");
  checked.allowed = true;
  CHECK(acceptance_text(checked) == "accepted by --allow regressed");
  checked.waiver = &waiver;
  CHECK(acceptance_text(checked) == "waived until 2026-12-31 by ann: because (waivers.yaml:3)");
  waiver.bound = Limit{5, std::nullopt};
  CHECK(acceptance_text(checked) == "waived until 2026-12-31 by ann, up to 5%: because (waivers.yaml:3)");
}

TEST_CASE("notes on a case stand below it, with the side that has them") {
  MadeUpCheck made;
  made.add("a", Finding::regressed, 100, 200);
  made.compared().notes_a = {"both", "old\x1b"};
  made.compared().notes_b = {"both", "new"};
  const std::string text = text_of(made.check);
  CHECK(contains(text, "    note: both\n    note on the base: old\\x1b\n    note on the head: new\n"));
  made.check.comparison.notes_b = {"the heap is elsewhere"};
  CHECK(warnings_of(made.check) == std::vector<std::string>{"note on the head: the heap is elsewhere"});
}

TEST_CASE("what the reader should know of the runs") {
  MadeUpCheck made;
  CHECK(warnings_of(made.check).empty());
  CHECK(confirmation_text(made.check).empty());
  made.check.tolerated = {test::made_up_difference(FactKind::compiler, "", "clang 14", "clang 15\x1b\n")};
  made.check.confirmation = Confirmation::not_possible;
  made.check.comparison.stable = false;
  made.check.comparison.interrupted = true;
  const std::string text = text_of(made.check);
  CHECK(contains(text,
                 "warning: judged all the same, but base and head differ in compiler: clang 14 → clang 15\\x1b\n"
                 "warning: known cases moved while a side was measured: its counts cannot be relied on\n"
                 "warning: a side was interrupted: cases that it had not reached are missing\n"
                 "what changed was not measured in further layouts: both sides are stored\n"));
  made.check.confirmation = Confirmation::not_confirmed;
  CHECK(confirmation_text(made.check) == "what changed was measured in further layouts, and not all of it holds there");
  made.check.confirmation = Confirmation::not_wanted;
  CHECK(confirmation_text(made.check) ==
        "what changed was not measured in further layouts: --no-confirm, or --layouts 1");
  made.check.confirmation = Confirmation::interrupted;
  CHECK(confirmation_text(made.check) == "what changed was not measured in further layouts: quern was interrupted");
}

TEST_SUITE_END();
