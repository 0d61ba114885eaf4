// SPDX-License-Identifier: Apache-2.0
#include "harness/report/check/check_markdown.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "base/printable.hpp"
#include "tests/unit/contains.hpp"
#include "tests/unit/report/check/made_up_check.hpp"

using namespace quern;
using test::contains;
using test::MadeUpCheck;

namespace {

std::string page(const Check& check, std::size_t most = 60000) {
  std::ostringstream out;
  write_check_markdown(check, out, most);
  return out.str();
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_character(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

/// More than any page holds, of everything.
void add_too_much(MadeUpCheck& made) {
  const std::string huge(10000, 'x');
  for (int i = 0; i < 1000; ++i) {
    made.add(std::to_string(i) + huge, Finding::regressed, 1000, 2000 + i);
    if (i >= 950) made.explain_last({{"f", 1000}}, {{"f" + huge, 2000 + i}});
    made.check.warnings.push_back(huge + std::to_string(i));
    made.check.comparison.differences.push_back(
        test::made_up_difference(FactKind::variable, "pinned " + std::to_string(i) + huge, huge, "<" + huge));
  }
  for (int i = 0; i < 500; ++i) {
    made.add("w" + std::to_string(i), Finding::regressed, 1, 2).waiver = &made.waiver(huge, huge);
    made.check.expired.push_back(&made.waiver(huge, "@" + huge));
  }
}

}  // namespace

TEST_SUITE_BEGIN("harness/report/check/check_markdown");

TEST_CASE("notes on a case are listed below the table") {
  MadeUpCheck made;
  made.add("a", Finding::regressed, 100, 200);
  made.compared().notes_b = {"<b>new</b>"};
  CHECK(page(made.check).find("\n\n- `g/a:eager:forward:cpp:t1`: note on the head: &#60;b&#62;new&#60;/b&#62;\n") !=
        std::string::npos);
}

TEST_CASE("the verdict first, then everything") {
  MadeUpCheck made;
  add_everything(made);
  CHECK(page(made.check) ==
        "### quern check: mixed (does not pass)\n"
        "\n"
        "2 of 14 cases beyond their limits, largest +25.00 % (large) in g/allocates:eager:forward:cpp:t1 "
        "(alloc_count); 1 failed; 1 disappeared; 1 redefined; 1 skipped; the waiver for old/.&#42; expired on "
        "2026-11-01; 1 unstable; 1 added (--allow added accepts new cases); 1 improved, largest -25.00 % (large) in "
        "g/faster:eager:forward:cpp:t1; 1 waived; 1 allowed; 1 without a number; 2 unchanged\n"
        "\n"
        "- the waiver of ann for old/.&#42; expired on 2026-11-01: until the release (waivers.yaml:3)\n"
        "- w.yaml:2: the waiver 'x' matches no case\n"
        "\n"
        "| finding | case | base | head | Δ | % | size | limit or reason |\n"
        "|:--|:--|--:|--:|--:|--:|:--|:--|\n"
        "| **regressed** | `g/allocates:eager:forward:cpp:t1` alloc_count | 4 | 5 | +1 | +25.00 % | large | 0 "
        "(quern.yaml:4) |\n"
        "| **regressed** | `g/slower:eager:forward:cpp:t1` | 5,070 | 5,278 | +208 | +4.10 % | medium | 0.2% (default); "
        "beyond what the waiver of w.yaml:9 accepts: 1% |\n"
        "| **failed** | `g/broken:eager:forward:cpp:t1` | 12,345 | – | | | | no such operator |\n"
        "| **disappeared** | `g/gone:eager:forward:cpp:t1` | 77 | – | | | | the head does not have it |\n"
        "| **redefined** | `g/other:eager:forward:cpp:t1` | 10 | 20 | | | | the two sides ran different definitions |\n"
        "| **skipped** | `g/guarded:eager:forward:cpp:t1` | 30 | – | | | | needs torch &#60;2.0 |\n"
        "| unstable | `g/shaky:eager:forward:cpp:t1` | 100 | 110 | +10 | +10.00 % | large | 0.2% (default); its "
        "repeats differ by 30 |\n"
        "| added | `g/new:eager:forward:cpp:t1` | – | 7 | | | | the base does not have it |\n"
        "| regressed, waived | `g/known:eager:forward:cpp:t1` | 1,000 | 1,015 | +15 | +1.50 % | small | 0.2% (default) "
        "|\n"
        "| disappeared, allowed | `g/dropped:eager:forward:cpp:t1` | 5 | – | | | |  |\n"
        "| improved | `g/faster:eager:forward:cpp:t1` | 2,000 | 1,500 | -500 | -25.00 % | large | 0.2% (default) |\n"
        "\n"
        "- `g/known:eager:forward:cpp:t1`: waived until 2026-12-31 by ann: the new dispatcher, see &#35;&#8203;12 "
        "(waivers.yaml:3)\n"
        "- `g/dropped:eager:forward:cpp:t1`: accepted by --allow disappeared\n"
        "\n"
        "<details><summary>regressed <code>g/slower:eager:forward:cpp:t1</code>: where +208 comes from</summary>\n"
        "\n"
        "| Δ | function | library |\n"
        "|--:|:--|:--|\n"
        "| +108 | `at::g<>()` new | `libtorch_cpu.so` |\n"
        "| +100 | `at::f()` | `libtorch_cpu.so` |\n"
        "\n"
        "</details>\n"
        "<details><summary>improved <code>g/faster:eager:forward:cpp:t1</code>: where -500 comes from</summary>\n"
        "\n"
        "| Δ | function | library |\n"
        "|--:|:--|:--|\n"
        "| -500 | `at::h()` | `libtorch_cpu.so` |\n"
        "\n"
        "</details>\n"
        "\n"
        "- 2 unchanged, the largest change within its limit +0.12 % in g/nearly:eager:forward:cpp:t1\n"
        "- what changed was measured in further layouts: it holds in all of them\n"
        "- what improved can become the baseline once nothing fails\n"
        "\n"
        "<details><summary>Environments: 2 differences</summary>\n"
        "\n"
        "- base: main, stored, commit 0123456789ab; torch 1.13.1\n"
        "- head: pr, measured now; torch 2.0.0\n"
        "- torch: 1.13.1 → 2.0.0\n"
        "- and 1 library that is not LibTorch's (--format json lists them)\n"
        "\n"
        "</details>\n"
        "\n"
        "Reproduce:\n"
        "\n"
        "```sh\n"
        "quern check --base main --head pr\n"
        "```\n");
}

TEST_CASE("a check in which nothing happened is short") {
  MadeUpCheck made;
  made.add("a", Finding::unchanged, 5070, 5070);
  made.check.comparison.same_libraries = SameLibraries::yes;
  CHECK(page(made.check) ==
        "### quern check: neutral (passes)\n"
        "\n"
        "1 case unchanged\n"
        "\n"
        "- 1 unchanged\n"
        "\n"
        "<details><summary>Environments: no difference</summary>\n"
        "\n"
        "- base: main, stored, commit 0123456789ab; torch 1.13.1\n"
        "- head: pr, measured now; torch 2.0.0\n"
        "- base and head load the same libraries\n"
        "\n"
        "</details>\n"
        "\n"
        "Reproduce:\n"
        "\n"
        "```sh\n"
        "quern check --base main --head pr\n"
        "```\n");
}

TEST_CASE("what was not judged shows why, and no case") {
  MadeUpCheck made;
  made.add("a", Finding::regressed, 100, 200);
  made.check.blocking = {test::made_up_difference(FactKind::compiler, "", "clang 14", "clang 15")};
  made.check.comparison.differences = {test::made_up_difference(FactKind::compiler, "", "clang 14", "clang 15"),
                                       test::made_up_difference(FactKind::torch, "", "1", "2")};
  const std::string text = page(made.check);
  CHECK(
      text.starts_with("### quern check: not judged\n\nbase and head differ in compiler (--allow-different compares "
                       "them all the same)\n"));
  CHECK(contains(text, "<details open><summary>Environments: 2 differences</summary>\n"));
  CHECK(contains(text, "- compiler: clang 14 → clang 15 **(not comparable)**\n- torch: 1 → 2\n"));
  CHECK_FALSE(contains(text, "g/a:"));
}

TEST_CASE("names cannot be markup, HTML, mentions or more than a cell") {
  MadeUpCheck made;
  made.add("<script>`|@ann #12\n[x](y)", Finding::regressed, 100, 200).note = "<img> @bob | `x`";
  made.explain_last({{"f", 100}}, {{"operator|(A<B>, `c`)", 200}});
  made.check.reproduce = "quern check\n```\n<script>";
  made.check.warnings = {"# <b>"};
  const std::string text = page(made.check);
  CHECK(contains(text,
                 "| **regressed** | <code>g/&#60;script&#62;&#96;&#124;&#64;&#8203;ann&#95;&#35;&#8203;12&#92;x0a"
                 "&#91;x&#93;(y):eager:forward:cpp:t1</code> | 100 | 200 |"));
  CHECK(contains(text, "- &#35;&#8203; &#60;b&#62;\n"));
  CHECK(contains(text, "````sh\nquern check\\x0a```\\x0a<script>\n````\n"));
  CHECK(count(text, "<script>") == 1);
  CHECK_FALSE(contains(text, "@"));
  CHECK_FALSE(contains(text, "<img"));
}

TEST_CASE("a thousand regressions with names of 10 kB fit, and what is left out is said") {
  MadeUpCheck made;
  add_too_much(made);
  const std::string text = page(made.check);
  CHECK(text.size() <= 60000);
  CHECK(text.size() > 55000);
  CHECK(is_utf8(text));
  CHECK(text.starts_with(
      "### quern check: regressed (does not pass)\n\n1000 of 1500 cases beyond their limits, largest +199.90 %"));
  CHECK(contains(text, "\n```sh\nquern check --base main --head pr\n```\n"));
  CHECK(count(text, "<details") == count(text, "</details>"));
  for (const char* what : {"rows", "warnings", "accepted findings", "lines on the environments",
                           "cases with the functions behind their changes"})
    CHECK(contains(text, std::string(what) + " not shown here: "));
}

TEST_CASE("a page is never larger than it may be") {
  MadeUpCheck made;
  add_everything(made);
  const std::size_t whole = page(made.check).size();
  for (std::size_t most = 0; most < whole + 50; most += 7) {
    const std::string text = page(made.check, most);
    CHECK(text.size() <= most);
    CHECK(is_utf8(text));
    CHECK(count(text, "<details") == count(text, "</details>"));
  }
}

TEST_SUITE_END();
