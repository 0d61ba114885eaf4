// SPDX-License-Identifier: Apache-2.0
#include "harness/report/check/check_annotations.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "tests/unit/contains.hpp"
#include "tests/unit/report/check/made_up_check.hpp"

using namespace quern;
using test::contains;
using test::MadeUpCheck;

namespace {

std::string annotations_of(const Check& check) {
  std::ostringstream out;
  write_check_annotations(check, out);
  return out.str();
}

}  // namespace

TEST_SUITE_BEGIN("harness/report/check/check_annotations");

TEST_CASE("workflow commands at the lines of the definitions, the verdict last") {
  MadeUpCheck made;
  add_everything(made);
  CHECK(annotations_of(made.check) ==
        "::error file=waivers.yaml,line=3,col=1,title=quern%3A waiver expired::the waiver of ann for old/.* expired on "
        "2026-11-01: until the release (waivers.yaml:3)\n"
        "::error file=definitions/s.yaml,line=41,col=5,title=quern%3A regressed::g/allocates:eager:forward:cpp:t1: "
        "regressed: alloc_count 4 → 5, +1 (+25.00 %25, large); limit 0 (quern.yaml:4)\n"
        "::error file=definitions/s.yaml,line=41,col=5,title=quern%3A regressed::g/slower:eager:forward:cpp:t1: "
        "regressed: 5,070 → 5,278, +208 (+4.10 %25, medium); limit 0.2%25 (default)\n"
        "::error file=definitions/s.yaml,line=41,col=5,title=quern%3A failed::g/broken:eager:forward:cpp:t1: failed "
        "(base 12,345): no such operator\n"
        "::error file=definitions/s.yaml,line=41,col=5,title=quern%3A disappeared::g/gone:eager:forward:cpp:t1: "
        "disappeared (base 77): the head does not have it\n"
        "::error file=definitions/s.yaml,line=41,col=5,title=quern%3A redefined::g/other:eager:forward:cpp:t1: "
        "redefined (10 → 20): the two sides ran different definitions\n"
        "::error file=definitions/s.yaml,line=41,col=5,title=quern%3A skipped::g/guarded:eager:forward:cpp:t1: skipped "
        "(base 30): needs torch <2.0\n"
        "::warning file=definitions/s.yaml,line=41,col=5,title=quern%3A unstable::g/shaky:eager:forward:cpp:t1: "
        "unstable: 100 → 110, +10 (+10.00 %25, large); limit 0.2%25 (default)\n"
        "::warning file=definitions/s.yaml,line=41,col=5,title=quern%3A added::g/new:eager:forward:cpp:t1: added (head "
        "7): the base does not have it (--allow added accepts new cases)\n"
        "::notice file=definitions/s.yaml,line=41,col=5,title=quern%3A regressed::g/known:eager:forward:cpp:t1: "
        "regressed: 1,000 → 1,015, +15 (+1.50 %25, small); limit 0.2%25 (default)%0Awaived until 2026-12-31 by ann: "
        "the new dispatcher, see #12 (waivers.yaml:3)\n"
        "::notice file=definitions/s.yaml,line=41,col=5,title=quern%3A disappeared::g/dropped:eager:forward:cpp:t1: "
        "disappeared (base 5)%0Aaccepted by --allow disappeared\n"
        "::notice file=definitions/s.yaml,line=41,col=5,title=quern%3A improved::g/faster:eager:forward:cpp:t1: "
        "improved: 2,000 → 1,500, -500 (-25.00 %25, large); limit 0.2%25 (default)\n"
        "::error title=quern check::mixed: 2 of 14 cases beyond their limits, largest +25.00 %25 (large) in "
        "g/allocates:eager:forward:cpp:t1 (alloc_count); 1 failed; 1 disappeared; 1 redefined; 1 skipped; the waiver "
        "for old/.* expired on 2026-11-01; 1 unstable; 1 added (--allow added accepts new cases); 1 improved, largest "
        "-25.00 %25 (large) in g/faster:eager:forward:cpp:t1; 1 waived; 1 allowed; 1 without a number; 2 unchanged\n");
}

TEST_CASE("a case of the command line has no place") {
  MadeUpCheck made;
  made.add("a", Finding::unstable, 100, 110);
  made.last().definition = {"command line", 1, 1};
  CHECK(annotations_of(made.check) ==
        "::warning title=quern%3A unstable::g/a:eager:forward:cpp:t1: unstable: 100 → 110, +10 (+10.00 %25, large); "
        "limit 0.2%25 (default)\n"
        "::warning title=quern check::not stable enough to judge: 1 unstable\n");
}

TEST_CASE("nothing found is a notice, what cannot be judged an error") {
  MadeUpCheck made;
  made.add("a", Finding::unchanged, 1, 1);
  CHECK(annotations_of(made.check) == "::notice title=quern check::neutral: 1 case unchanged\n");
  made.check.blocking = {test::made_up_difference(FactKind::compiler, "", "a", "b")};
  CHECK(annotations_of(made.check) ==
        "::error title=quern check::not judged: base and head differ in compiler (--allow-different compares them all "
        "the same)\n");
}

TEST_CASE("of each level as many as GitHub shows, the largest first") {
  MadeUpCheck made;
  for (int i = 0; i < 20; ++i) made.add(std::to_string(i), Finding::regressed, 1000, 1100 + i);
  const std::string text = annotations_of(made.check);
  CHECK(std::count(text.begin(), text.end(), '\n') == 10);
  CHECK(contains(text, "::g/19:eager"));
  CHECK_FALSE(contains(text, "::g/10:eager"));
  CHECK(text.ends_with("in g/19:eager:forward:cpp:t1; 11 not shown here\n"));
}

TEST_CASE("a name cannot be a command") {
  MadeUpCheck made;
  add_evil(made);
  const std::string text = annotations_of(made.check);
  std::stringstream lines(text);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    CHECK((line.starts_with("::error ") || line.starts_with("::notice ")));
  CHECK(count == 4);
  CHECK_FALSE(contains(text, "\x1b"));
  CHECK(contains(text,
                 "file=def%2C 1%3A%25\xc3\xa4\\x0a.yaml,line=7,col=2,title=quern%3A regressed::g/a\"'<b>&]]>"
                 "\\x1b[0m\\x01,\\x0d\\x0a%25::error::x\\xff"));
}

TEST_SUITE_END();
