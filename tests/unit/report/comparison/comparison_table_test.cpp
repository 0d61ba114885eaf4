// SPDX-License-Identifier: Apache-2.0
#include "harness/report/comparison/comparison_table.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "harness/report/comparison/comparison_csv.hpp"
#include "tests/unit/compare/made_up_functions.hpp"
#include "tests/unit/contains.hpp"
#include "tests/unit/model/made_up_run.hpp"

using namespace quern;
using test::contains;

namespace {

struct Sides {
  test::MadeUpRun a;
  test::MadeUpRun b;

  void add(const std::vector<std::string>& label, double in_a, double in_b) {
    a.add_ok(label, Verdict::exact, in_a);
    b.add_ok(label, Verdict::exact, in_b);
  }

  void explain_last(const test::NamedCounts& in_a, const test::NamedCounts& in_b) {
    a.run.cases.back().measurement->functions = test::functions(1, in_a);
    b.run.cases.back().measurement->functions = test::functions(1, in_b);
  }

  [[nodiscard]] std::string text(const ComparisonTableOptions& options = {}) const {
    std::ostringstream out;
    write_comparison(compare(a.run, b.run), options, out);
    return out.str();
  }

  [[nodiscard]] std::string csv() const {
    std::ostringstream out;
    write_comparison_csv(compare(a.run, b.run), out);
    return out.str();
  }
};

/// One of each kind.
Sides all_kinds() {
  Sides sides;
  sides.add({"G", "same"}, 5070, 5070);
  sides.add({"G", "faster"}, 2000, 1500);
  sides.add({"H", "slower"}, 1000, 1001.5);
  sides.a.add_ok({"H", "unstable"}, Verdict::jitter, 100, 30);
  sides.b.add_ok({"H", "unstable"}, Verdict::exact, 110);
  sides.a.add_ok({"H", "only a"}, Verdict::exact, 12345);
  sides.b.add_failed({"H", "only a"}, "no such operator\nat all");
  sides.a.add({"H", "only b"}, Status::skipped).failure =
      Failure{FailureKind::requirement, "needs torch >=2.0", "", ""};
  sides.b.add_ok({"H", "only b"}, Verdict::exact, 7);
  return sides;
}

}  // namespace

TEST_SUITE_BEGIN("harness/report/comparison/comparison_table");

TEST_CASE("a comparison as a table, in the order of the suite") {
  Sides sides = all_kinds();
  sides.b.run.environment.torch_version = "2.0.0";
  sides.b.run.environment.python = "3.11.2";
  sides.b.run.environment.name = "new";
  CHECK(sides.text() ==
        "G\n"
        "  same      cpp t1                   5,070   ·\n"
        "  faster    cpp t1                   2,000 → 1,500                   -500   -25.00 %\n"
        "\n"
        "H\n"
        "  slower    cpp t1                   1,000 → 1,001.50               +1.50    +0.15 %\n"
        "  unstable  cpp t1                     100 → 110                      +10   +10.00 %  unstable ±30\n"
        "  only a    cpp t1                  12,345 → -               only_a: no such operator\n"
        "  only b    cpp t1                       - → 7               only_b: needs torch >=2.0\n"
        "\n"
        "A: torch 1.13.1\n"
        "B: torch 2.0.0, Python 3.11.2  (new)\n"
        "A and B load libraries of the same size; some have no build-id, so they may differ\n"
        "  torch: 1.13.1 → 2.0.0\n"
        "  python: - → 3.11.2\n"
        "\n"
        "1 faster, 1 slower, 1 same, 1 unstable, 1 failed, 2 on one side only; largest -25.00 % "
        "(g/faster:eager:forward:cpp:t1); geometric mean -4.660 %\n");
}

TEST_CASE("by effect: the largest first, with ids and without headings") {
  ComparisonTableOptions options;
  options.by_effect = true;
  const std::string text = all_kinds().text(options);
  CHECK(text.starts_with("  g/faster:eager:forward:cpp:t1          "));
  const std::vector<std::string> order = {"g/faster:", "h/unstable:", "h/slower:", "g/same:", "h/only_a:", "h/only_b:"};
  for (std::size_t i = 0; i + 1 < order.size(); ++i) CHECK(text.find(order[i]) < text.find(order[i + 1]));
  CHECK_FALSE(contains(text, "\nH\n"));
}

TEST_CASE("changed only: without what is the same, and without a heading of nothing") {
  Sides sides = all_kinds();
  sides.add({"I", "same too"}, 1, 1);
  ComparisonTableOptions options;
  options.changed_only = true;
  const std::string text = sides.text(options);
  CHECK(text.starts_with("G\n  faster    cpp t1"));
  CHECK_FALSE(contains(text, "·"));
  CHECK_FALSE(contains(text, "\nI\n"));
  CHECK(contains(text, "only_b: needs torch"));
  CHECK(contains(text, "2 same"));
}

TEST_CASE("colours by size and direction, if they are asked for") {
  Sides sides = all_kinds();
  sides.add({"H", "much slower"}, 100, 200);
  sides.add({"H", "a little faster"}, 1000, 990);
  sides.add({"H", "hardly slower"}, 1000000, 1000001);
  ComparisonTableOptions options;
  options.color = true;
  const std::string text = sides.text(options);
  CHECK(contains(text, "\x1b[1mG\x1b[0m\n"));
  CHECK(contains(text, "\x1b[1;32m         2,000 → 1,500"));
  CHECK(contains(text, "\x1b[31m         1,000 → 1,001.50               +1.50    +0.15 %\x1b[0m\n"));
  CHECK(contains(text, "\x1b[33m           100 → 110"));
  CHECK(contains(text, "\x1b[31m        12,345 → -"));
  CHECK(contains(text, "\x1b[1;31m           100 → 200"));
  CHECK(contains(text, "\x1b[32m         1,000 → 990"));
  CHECK(contains(text, "  cpp t1               1,000,000 → 1,000,001                 +1    +0.00 %\n"));
  CHECK(contains(text, "  cpp t1                   5,070   ·\n"));
  CHECK(contains(text, "  cpp t1                       - → 7               only_b: needs torch >=2.0\n"));
  CHECK_FALSE(contains(sides.text(), "\x1b"));
}

TEST_CASE("what would move a terminal's cursor is shown and not sent") {
  Sides sides;
  sides.add({"a\x1b[2J", "b\x1b[31m"}, 10, 20);
  sides.explain_last({{"f\x1b[0m", 10}}, {{"f\x1b[0m", 20}});
  sides.a.add_ok({"a\x1b[2J", "c"}, Verdict::exact, 1);
  sides.b.add_failed({"a\x1b[2J", "c"}, "bad \x1b[0m\xff");
  sides.b.run.environment.name = "n\x1b";
  sides.b.run.environment.compiler = "gcc\x1b\nnext line";
  sides.b.run.environment.libraries.push_back({"libtorch\x1b.so", "aa", 5});
  ComparisonTableOptions options;
  for (const bool by_effect : {false, true}) {
    options.by_effect = by_effect;
    const std::string text = sides.text(options);
    CHECK_FALSE(contains(text, "\x1b"));
    CHECK(contains(text, "b\\x1b[31m"));
    CHECK(contains(text, "f\\x1b[0m"));
    CHECK(contains(text, "only_a: bad \\x1b[0m\\xff\n"));
    CHECK(contains(text, "(n\\x1b)\n"));
    CHECK(contains(text, "  compiler: clang 14.0.6 → gcc\\x1b\n"));
    CHECK(contains(text, "  libtorch\\x1b.so: not loaded → build-id aa, 5 bytes\n"));
  }
}

TEST_CASE("the largest changes are explained, as many as are asked for") {
  Sides sides;
  sides.add({"small"}, 100, 101);
  sides.explain_last({{"f(int)", 100}}, {{"f(int)", 101}});
  sides.add({"large"}, 100, 150);
  sides.explain_last({{"f(int)", 90}, {"malloc", 10}}, {{"f(int)", 30}, {"g<int>()", 110}, {"malloc", 10}});
  sides.add({"unexplained"}, 1, 100);
  CHECK(contains(sides.text(),
                 "\nWhat explains the largest changes\n"
                 "  large:eager:forward:cpp:t1  +50\n"
                 "    other +50\n"
                 "            +110  g<>()  [libtorch_cpu.so]  new\n"
                 "             -60  f()  [libtorch_cpu.so]\n"
                 "  small:eager:forward:cpp:t1  +1\n"
                 "    other +1\n"
                 "              +1  f()  [libtorch_cpu.so]\n"
                 "\nA: torch"));
  ComparisonTableOptions options;
  options.explained = 1;
  options.functions = 1;
  CHECK(contains(sides.text(options), "g<>()  [libtorch_cpu.so]  new\n\nA: torch"));
  options.explained = 0;
  CHECK_FALSE(contains(sides.text(options), "What explains"));
}

TEST_CASE("what the environments have in common and not") {
  Sides sides;
  CHECK(contains(sides.text(), "of the same size; some have no build-id"));
  for (test::MadeUpRun* run : {&sides.a, &sides.b}) run->run.environment.libraries.pop_back();
  CHECK(contains(sides.text(), "A and B load the same libraries\n"));
  sides.b.run.environment.pinned["NAME"] = "1";
  for (const char* name : {"_ssl.so", "libm.so.6"}) sides.b.run.environment.libraries.push_back({name, "12"});
  sides.b.run.environment.libraries[0].size = 5;
  CHECK(contains(sides.text(), "  NAME: not set → 1\n"));
  CHECK(contains(sides.text(), "  libtorch_cpu.so: "));
  CHECK(contains(sides.text(), "  and 2 libraries that are not LibTorch's (--format json lists them)\n"));
  CHECK_FALSE(contains(sides.text(), "A and B load"));
}

TEST_CASE("a change from or below nothing has no percentage") {
  Sides sides;
  sides.add({"G", "a"}, 0, 10);
  sides.add({"G", "b"}, 10, -1);
  sides.add({"G", "c"}, 10, 0);
  ComparisonTableOptions options;
  options.by_effect = true;
  for (const std::string& text : {sides.text(), sides.text(options)}) {
    CHECK(contains(text, "0 → 10                       +10          -\n"));
    CHECK(contains(text, "10 → -1                       -11          -\n"));
    CHECK(contains(text, "10 → 0                        -10  -100.00 %\n"));
    CHECK(contains(text, "geometric mean +0.000 %\n"));
  }
}

TEST_CASE("a comparison of nothing has a summary") {
  CHECK(contains(Sides().text(), "\n0 faster, 0 slower, 0 same, 0 unstable, 0 failed; geometric mean +0.000 %\n"));
}

TEST_CASE("a line of comma-separated values per case, with quotes where a field needs them") {
  Sides sides = all_kinds();
  sides.a.add_failed({"a, \"b\""}, "no\nway");
  sides.b.add_failed({"a, \"b\""}, "say \"no\"");
  sides.add({"from nothing"}, 0, 3);
  CHECK(sides.csv() ==
        "id,verdict,a,b,delta,ratio,spread,reason\n"
        "g/same:eager:forward:cpp:t1,same,5070,5070,0,1,0,\n"
        "g/faster:eager:forward:cpp:t1,faster,2000,1500,-500,0.75,0,\n"
        "h/slower:eager:forward:cpp:t1,slower,1000,1001.5,1.5,1.0015,0,\n"
        "h/unstable:eager:forward:cpp:t1,unstable,100,110,10,1.1,30,\n"
        "h/only_a:eager:forward:cpp:t1,only_a,12345,,,,0,no such operator\\x0aat all\n"
        "h/only_b:eager:forward:cpp:t1,only_b,,7,,,0,needs torch >=2.0\n"
        "\"a,_\"\"b\"\":eager:forward:cpp:t1\",neither,,,,,0,\"no\\x0away; say \"\"no\"\"\"\n"
        "from_nothing:eager:forward:cpp:t1,slower,0,3,3,,0,\n");
}

TEST_SUITE_END();
