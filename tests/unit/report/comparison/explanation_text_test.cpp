// SPDX-License-Identifier: Apache-2.0
#include "harness/report/comparison/explanation_text.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "tests/unit/compare/made_up_functions.hpp"
#include "tests/unit/contains.hpp"

using namespace quern;
using test::contains;
using test::functions;

namespace {

std::string text(const Explanation& explanation, const ExplanationOptions& options = {}) {
  std::ostringstream out;
  write_explanation(explanation, options, out);
  return out.str();
}

ExplanationOptions at_most(std::size_t most, bool difference = true) {
  ExplanationOptions options;
  options.most = most;
  options.difference = difference;
  return options;
}

}  // namespace

TEST_SUITE_BEGIN("harness/report/comparison/explanation_text");

TEST_CASE("a difference by layer, by function and by what was renamed") {
  const Explanation explanation =
      explain(functions(2, {{"malloc", 20}, {"f", 2000}, {"went", 6}, {"at::g(int)", 90}}, "a.cpp"),
              functions(2, {{"malloc", 20}, {"f", 5000}, {"came", 3}, {"at::g(long)", 80}}, "b.cpp"));
  CHECK(text(explanation) ==
        "by layer\n"
        "  allocator               10 → 10                       ·\n"
        "  other                1,048 → 2,541.50         +1,493.50\n"
        "by function (its own instructions)\n"
        "          +1,500  f  [libtorch_cpu.so b.cpp]\n"
        "              -3  went  [libtorch_cpu.so a.cpp]  gone\n"
        "           +1.50  came  [libtorch_cpu.so b.cpp]  new\n"
        "renamed or moved\n"
        "              -5  at::g(int) [libtorch_cpu.so]\n"
        "                  → at::g(long) [libtorch_cpu.so]\n");
}

TEST_CASE("one side alone has counts, no signs and nothing new") {
  const Explanation explanation = explain(functions(2, {{"malloc", 20}, {"f", 5000}, {"g", 6}}));
  CHECK(text(explanation, at_most(20, false)) ==
        "by layer\n"
        "  allocator               10\n"
        "  other                2,503\n"
        "by function (its own instructions)\n"
        "           2,500  f  [libtorch_cpu.so]\n"
        "              10  malloc  [libtorch_cpu.so]\n"
        "               3  g  [libtorch_cpu.so]\n");
}

TEST_CASE("what is not shown is counted and summed") {
  const CaseFunctions after = functions(1, {{"a", 1000}, {"b", 200}, {"c", 30}, {"d", 4}});
  const Explanation difference = explain(functions(1, {{"a", 1}, {"b", 2}, {"c", 3}, {"d", 5}}), after);
  CHECK(contains(text(difference, at_most(1)), "            +999  a  [libtorch_cpu.so]\n            +224  … 3 more\n"));
  CHECK(contains(text(difference, at_most(0)), "instructions)\n          +1,223  … 4 more\n"));
  CHECK_FALSE(contains(text(difference, at_most(4)), "more"));
  CHECK(contains(text(explain(after), at_most(2, false)),
                 "             200  b  [libtorch_cpu.so]\n              34  … 2 more\n"));
}

TEST_CASE("renamed functions are cut as well, the largest change first") {
  const Explanation explanation =
      explain(functions(1, {{"at::f(int)", 10}, {"at::g(int)", 10}, {"at::h(int)", 10}}),
              functions(1, {{"at::f(long)", 10}, {"at::g(long)", 13}, {"at::h(long)", 30}}));
  CHECK(contains(text(explanation, at_most(1)),
                 "renamed or moved\n"
                 "             +20  at::h(int) [libtorch_cpu.so]\n"
                 "                  → at::h(long) [libtorch_cpu.so]\n"
                 "              +3  … 2 more\n"));
  CHECK(contains(text(explanation), "               ·  at::f(int) [libtorch_cpu.so]\n"));
}

TEST_CASE("inclusive counts have neither layers nor a sum of what is left out") {
  ExplainOptions inclusive;
  inclusive.inclusive = true;
  ExplanationOptions options = at_most(1);
  options.inclusive = true;
  CHECK(text(explain(functions(1, {{"f", 10}, {"g", 1}}), functions(1, {{"f", 15}, {"g", 2}}), inclusive), options) ==
        "by function (with all that it calls)\n"
        "             +50  f  [libtorch_cpu.so]\n"
        "                  … 1 more\n");
}

TEST_CASE("addresses instead of names come with a hint, if they are shown") {
  const Explanation explanation = explain(functions(1, {{"f", 100}, {"0x0000000000001000", 5}}));
  CHECK(contains(text(explanation, at_most(2, false)), "\n  functions shown as addresses have no symbols: "));
  CHECK_FALSE(contains(text(explanation, at_most(1, false)), "addresses"));
  CHECK_FALSE(contains(text(explain(functions(1, {{"f", 100}}))), "addresses"));
}

TEST_CASE("what would move a terminal's cursor is shown and not sent") {
  const FunctionCounts counts({{{"f\x1b[2J", "a\x1b.cpp", "lib\x1b.so"}, 5}});
  const FunctionCounts renamed({{{"f\x1b[2J", "a\x1b.cpp", "other\x1b.so"}, 6}});
  const Explanation moved = explain({1, counts, counts}, CaseFunctions{1, renamed, renamed});
  CHECK(moved.renamed.size() == 1);
  for (const std::string& shown : {text(moved), text(explain({1, counts, counts}))}) {
    CHECK_FALSE(contains(shown, "\x1b"));
    CHECK(contains(shown, "f\\x1b[2J"));
  }
  CHECK(contains(text(explain({1, counts, counts})), "[lib\\x1b.so a\\x1b.cpp]"));
}

TEST_CASE("in short: the layers that changed and the first functions") {
  const Explanation explanation = explain(functions(1, {{"malloc", 20}, {"[statement]", 1}, {"f<int>(int)", 1000}}),
                                          functions(1, {{"malloc", 25}, {"[statement]", 1}, {"g", 40}}));
  std::ostringstream out;
  write_short_explanation(explanation, 2, out);
  CHECK(out.str() ==
        "    allocator +5, other -960\n"
        "          -1,000  f<>()  [libtorch_cpu.so]  gone\n"
        "             +40  g  [libtorch_cpu.so]  new\n");
}

TEST_SUITE_END();
