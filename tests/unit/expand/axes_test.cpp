// SPDX-License-Identifier: Apache-2.0
#include "expand/axes.hpp"

#include <doctest/doctest.h>

#include "tests/unit/expand/suite_text.hpp"

using namespace quern;
using namespace quern::test;

namespace {

std::vector<std::string> used_names(std::string_view text) {
  std::vector<std::string> names;
  for (const AxisUse& use : axis_uses(text)) names.emplace_back(use.name);
  return names;
}

std::string with_n(std::string_view text) {
  const Axis axis{"n", {}, {{"big", "1024", "1024L"}}};
  const std::vector<Choice> choices = {{&axis, &axis.values[0]}};
  return substitute(text, choices, Language::cpp);
}

}  // namespace

TEST_SUITE_BEGIN("expand/axes");

TEST_CASE("a name in braces is a use, and knows its offset") {
  const std::string text = "f({n}, {m})";
  const std::vector<AxisUse> uses = axis_uses(text);
  REQUIRE(uses.size() == 2);
  CHECK(uses[0].name == "n");
  CHECK(uses[0].offset == 2);
  CHECK(uses[1].offset == 7);
}

TEST_CASE("other braces are code") {
  CHECK(used_names("{} { n } {1, 2} {\"n\"} {n:3} { {").empty());
  CHECK(used_names("{n").empty());
  CHECK(used_names("n}").empty());
  CHECK(used_names("{{n}}").empty());
}

TEST_CASE("braces around a use, of the code or of an initialiser, are found through") {
  CHECK(used_names("{{n}, {m}}") == std::vector<std::string>{"n", "m"});
  CHECK(used_names("{{{n}}}") == std::vector<std::string>{"n"});
  CHECK(axis_uses("{{{n}}}")[0].offset == 2);
}

TEST_CASE("values replace names in their language's spelling") {
  CHECK(with_n("ones({n}, {n})") == "ones(1024L, 1024L)");
  CHECK(with_n("{{n}, {n}}") == "{1024L, 1024L}");
  CHECK(with_n("{{{n}, 2}}") == "{{1024L, 2}}");
}

TEST_CASE("doubled braces are the escape for plain ones, tripled ones put the value in braces") {
  CHECK(with_n("f({{n}})") == "f({n})");
  CHECK(with_n("f({{{n}}})") == "f({1024L})");
  CHECK(with_n("f({{{{n}}}})") == "f({{1024L}})");
  CHECK(with_n("{{other}}") == "{other}");
}

TEST_CASE("everything else stays to the letter") {
  for (const std::string text : {"", "{", "}", "{{", "}}", "{}", "{{}}", "{1}", "%d \\n {x.y}", "a{b{c", "{unknown}"})
    CHECK(with_n(text) == text);
}

TEST_CASE("combinations vary the last axis fastest") {
  const Axis a{"a", {}, {{"1", "1", "1"}, {"2", "2", "2"}}};
  const Axis b{"b", {}, {{"x", "x", "x"}, {"y", "y", "y"}}};
  const std::vector<const Axis*> axes = {&a, &b};
  std::string order;
  for (const std::vector<Choice>& choices : combinations(axes))
    order += choices[0].value->label + choices[1].value->label + " ";
  CHECK(order == "1x 1y 2x 2y ");
  CHECK(combinations({}).size() == 1);
}

TEST_CASE("a definition gets only the axes that it or its setup names, in the order of their declaration") {
  CHECK(ids(expand("axes: {n: [1, 2], m: [3]}\n"
                   "stmts:\n"
                   "  both: {py_stmt: 'f({m}, {n})'}\n"
                   "  one: {py_stmt: 'f({m})'}\n"
                   "  none: {py_stmt: f()}\n")) ==
        std::vector<std::string>{"both/n=1/m=3:eager:forward:python:t1", "both/n=2/m=3:eager:forward:python:t1",
                                 "one/m=3:eager:forward:python:t1", "none:eager:forward:python:t1"});
}

TEST_CASE("an axis is visible where it is declared and further in, not in the setup around it") {
  const std::string text =
      "groups:\n"
      "  g:\n"
      "    axes: {n: [1]}\n"
      "    setup: {py: 'x = {{m}}'}\n"
      "    stmts:\n"
      "      s:\n"
      "        axes: {m: [2]}\n"
      "        py_stmt: f({n}, {m})\n"
      "stmts:\n"
      "  outside: {py_stmt: '{m}'}\n";
  const std::vector<Case> cases = expand(text);
  REQUIRE(cases.size() == 2);
  CHECK(snippet(cases[0]).setup.text() == "x = {m}");
  CHECK(snippet(cases[0]).stmt.text() == "f(1, 2)");
  CHECK(snippet(cases[1]).stmt.text() == "{m}");  // no axes here: braces are only code
}

TEST_CASE("a use in a setup of an axis that is declared further in is a mistake") {
  CHECK(mistake_lines("axes: {n: [1]}\n"
                      "setup: {py: 'x = {m}'}\n"
                      "stmts:\n"
                      "  s: {axes: {m: [2]}, py_stmt: 'f({n}, {m})'}\n") ==
        std::vector<std::string>{"a.yaml:2:18: axis 'm' is not declared here"});
}

TEST_CASE("where no axis is visible, doubled braces are code as well") {
  CHECK(snippet(expand("stmts: {s: {cpp_stmt: 'v{{n}};'}}")[0]).stmt.text() == "v{{n}};");
}

TEST_CASE("ids carry the label of a named value, code its text") {
  const std::vector<Case> cases = expand(
      "axes: {dtype: {half precision: {py: torch.half, cpp: at::kHalf}}}\n"
      "stmts: {s: {py_stmt: 'f({dtype})', cpp_stmt: 'f({dtype});'}}\n");
  REQUIRE(cases.size() == 2);
  CHECK(cases[0].id == "s/dtype=half_precision:eager:forward:python:t1");
  CHECK(snippet(cases[0]).stmt.text() == "f(torch.half)");
  CHECK(snippet(cases[1]).stmt.text() == "f(at::kHalf);");
}

TEST_SUITE_END();
