// SPDX-License-Identifier: Apache-2.0
#include "harness/report/check/check_junit.hpp"

#include <doctest/doctest.h>

#include <sstream>
#include <vector>

#include "tests/unit/contains.hpp"
#include "tests/unit/report/check/made_up_check.hpp"

using namespace quern;
using test::contains;
using test::MadeUpCheck;

namespace {

std::string junit_of(const Check& check) {
  std::ostringstream out;
  write_check_junit(check, out);
  return out.str();
}

/// What ends the tag that begins at `at`: a quote inside an attribute hides it.
std::size_t end_of_tag(const std::string& text, std::size_t at) {
  bool quoted = false;
  for (; at < text.size() && (quoted || text[at] != '>'); ++at) {
    if (text[at] == '"') quoted = !quoted;
    if (quoted && text[at] == '<') return std::string::npos;
  }
  return at;
}

/// Every element is closed in its order, and nothing is there that XML has no character or reference for.
bool is_well_formed(const std::string& text) {
  std::vector<std::string> open;
  for (std::size_t at = text.find("?>") + 2; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if ((byte < 0x20 && byte != '\n') || byte == 0x7F) return false;
    if (text[at] == '&' &&
        text.find_first_not_of("abcdefghijklmnopqrstuvwxyz#0123456789", at + 1) != text.find(';', at))
      return false;
    if (text[at] != '<') continue;
    const std::size_t end = end_of_tag(text, at);
    if (end >= text.size()) return false;
    const std::string name = text.substr(at + 1, text.find_first_of(" />", at + 2) - at - 1);
    if (name[0] == '/') {
      if (open.empty() || "/" + open.back() != name) return false;
      open.pop_back();
    } else if (text[end - 1] != '/') {
      open.push_back(name);
    }
    // References in attributes are looked at, too.
  }
  return open.empty();
}

}  // namespace

TEST_SUITE_BEGIN("harness/report/check/check_junit");

TEST_CASE("a test for each case, and for what is wrong with the whole") {
  MadeUpCheck made;
  add_everything(made);
  made.check.comparison.stable = false;
  const std::string text = junit_of(made.check);
  CHECK(is_well_formed(text));
  CHECK(text ==
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites name=\"quern check\" tests=\"16\" failures=\"7\" errors=\"3\" skipped=\"1\">\n"
        "  <testsuite name=\"quern check\" tests=\"16\" failures=\"7\" errors=\"3\" skipped=\"1\">\n"
        "    <properties>\n"
        "      <property name=\"verdict\" value=\"mixed: 2 of 14 cases beyond their limits, largest +25.00 % (large) "
        "in g/allocates:eager:forward:cpp:t1 (alloc_count); 1 failed; 1 disappeared; 1 redefined; 1 skipped; the "
        "waiver for old/.* expired on 2026-11-01; known cases moved; 1 unstable; 1 added (--allow added accepts new "
        "cases); 1 improved, largest -25.00 % (large) in g/faster:eager:forward:cpp:t1; 1 waived; 1 allowed; 1 without "
        "a number; 2 unchanged\"/>\n"
        "      <property name=\"base\" value=\"main, stored, commit 0123456789ab; torch 1.13.1\"/>\n"
        "      <property name=\"head\" value=\"pr, measured now; torch 2.0.0\"/>\n"
        "    </properties>\n"
        "    <testcase classname=\"quern check\" name=\"stability\">\n"
        "      <error message=\"known cases moved while a side was measured\" type=\"unstable\"></error>\n"
        "    </testcase>\n"
        "    <testcase classname=\"quern check\" name=\"waiver old/.*\">\n"
        "      <failure message=\"the waiver of ann for old/.* expired on 2026-11-01: until the release "
        "(waivers.yaml:3)\" type=\"expired\"></failure>\n"
        "    </testcase>\n"
        "    <testcase classname=\"G\" name=\"g/same:eager:forward:cpp:t1\"/>\n"
        "    <testcase classname=\"G\" name=\"g/nearly:eager:forward:cpp:t1\"/>\n"
        "    <testcase classname=\"G\" name=\"g/slower:eager:forward:cpp:t1\">\n"
        "      <failure message=\"regressed: 5,070 → 5,278, +208 (+4.10 %, medium); limit 0.2% (default)\" "
        "type=\"regressed\">regressed: 5,070 → 5,278, +208 (+4.10 %, medium); limit 0.2% (default)\n"
        "    other +208\n"
        "            +108  at::g&lt;&gt;()  [libtorch_cpu.so]  new\n"
        "            +100  at::f()  [libtorch_cpu.so]\n"
        "beyond what the waiver of w.yaml:9 accepts: 1%</failure>\n"
        "    </testcase>\n"
        "    <testcase classname=\"G\" name=\"g/allocates:eager:forward:cpp:t1\">\n"
        "      <failure message=\"regressed: alloc_count 4 → 5, +1 (+25.00 %, large); limit 0 (quern.yaml:4)\" "
        "type=\"regressed\">regressed: alloc_count 4 → 5, +1 (+25.00 %, large); limit 0 (quern.yaml:4)</failure>\n"
        "    </testcase>\n"
        "    <testcase classname=\"G\" name=\"g/broken:eager:forward:cpp:t1\">\n"
        "      <failure message=\"failed (base 12,345): no such operator\" type=\"failed\">failed (base 12,345): no "
        "such operator</failure>\n"
        "    </testcase>\n"
        "    <testcase classname=\"G\" name=\"g/gone:eager:forward:cpp:t1\">\n"
        "      <failure message=\"disappeared (base 77): the head does not have it\" type=\"disappeared\">disappeared "
        "(base 77): the head does not have it</failure>\n"
        "    </testcase>\n"
        "    <testcase classname=\"G\" name=\"g/other:eager:forward:cpp:t1\">\n"
        "      <failure message=\"redefined (10 → 20): the two sides ran different definitions\" "
        "type=\"redefined\">redefined (10 → 20): the two sides ran different definitions</failure>\n"
        "    </testcase>\n"
        "    <testcase classname=\"G\" name=\"g/guarded:eager:forward:cpp:t1\">\n"
        "      <failure message=\"skipped (base 30): needs torch &lt;2.0\" type=\"skipped\">skipped (base 30): needs "
        "torch &lt;2.0</failure>\n"
        "    </testcase>\n"
        "    <testcase classname=\"G\" name=\"g/shaky:eager:forward:cpp:t1\">\n"
        "      <error message=\"unstable: 100 → 110, +10 (+10.00 %, large); limit 0.2% (default)\" "
        "type=\"unstable\">unstable: 100 → 110, +10 (+10.00 %, large); limit 0.2% (default)\n"
        "its repeats differ by 30</error>\n"
        "    </testcase>\n"
        "    <testcase classname=\"G\" name=\"g/known:eager:forward:cpp:t1\">\n"
        "      <system-out>regressed: 1,000 → 1,015, +15 (+1.50 %, small); limit 0.2% (default)\n"
        "waived until 2026-12-31 by ann: the new dispatcher, see #12 (waivers.yaml:3)</system-out>\n"
        "    </testcase>\n"
        "    <testcase classname=\"G\" name=\"g/dropped:eager:forward:cpp:t1\">\n"
        "      <system-out>disappeared (base 5)\n"
        "accepted by --allow disappeared</system-out>\n"
        "    </testcase>\n"
        "    <testcase classname=\"G\" name=\"g/faster:eager:forward:cpp:t1\">\n"
        "      <system-out>improved: 2,000 → 1,500, -500 (-25.00 %, large); limit 0.2% (default)\n"
        "    other -500\n"
        "            -500  at::h()  [libtorch_cpu.so]</system-out>\n"
        "    </testcase>\n"
        "    <testcase classname=\"G\" name=\"g/new:eager:forward:cpp:t1\">\n"
        "      <error message=\"added (head 7): the base does not have it (--allow added accepts new cases)\" "
        "type=\"added\">added (head 7): the base does not have it (--allow added accepts new cases)</error>\n"
        "    </testcase>\n"
        "    <testcase classname=\"G\" name=\"g/nothing:eager:forward:cpp:t1\">\n"
        "      <skipped message=\"absent: needs cuda\"/>\n"
        "    </testcase>\n"
        "  </testsuite>\n"
        "</testsuites>\n");
}

TEST_CASE("nothing is passed that was not judged") {
  MadeUpCheck made;
  made.add("a", Finding::unchanged, 1, 1);
  made.check.blocking = {test::made_up_difference(FactKind::compiler, "", "a", "b")};
  const std::string text = junit_of(made.check);
  CHECK(contains(text, "<testsuites name=\"quern check\" tests=\"2\" failures=\"0\" errors=\"1\" skipped=\"1\">"));
  CHECK(contains(text,
                 "<testcase classname=\"quern check\" name=\"environments\">\n"
                 "      <error message=\"not judged: base and head differ in compiler (--allow-different compares "
                 "them all the same)\" type=\"not comparable\">compiler: a → b</error>\n"));
  CHECK(contains(text, "name=\"g/a:eager:forward:cpp:t1\">\n      <skipped message=\"not judged\"/>\n"));
}

TEST_CASE("any name makes well-formed XML") {
  MadeUpCheck made;
  add_evil(made);
  const std::string text = junit_of(made.check);
  CHECK(is_well_formed(text));
  CHECK(
      contains(text, "name=\"g/a&quot;&#39;&lt;b&gt;&amp;]]&gt;\\x1b[0m\\x01,\\x0d\\x0a%::error::x\\xff\xEF\xBF\xBD:"));
}

TEST_CASE("the test of well-formedness can fail") {
  CHECK(is_well_formed("<?xml?>\n<a b=\"c > d\"><e/>&amp;</a>\n"));
  CHECK_FALSE(is_well_formed("<?xml?>\n<a><e></a></e>\n"));
  CHECK_FALSE(is_well_formed("<?xml?>\n<a>&</a>\n"));
  CHECK_FALSE(is_well_formed("<?xml?>\n<a b=\"<\"></a>\n"));
  CHECK_FALSE(is_well_formed("<?xml?>\n<a>\x1b</a>\n"));
  CHECK_FALSE(is_well_formed("<?xml?>\n<a>\n"));
}

TEST_SUITE_END();
