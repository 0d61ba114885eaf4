// SPDX-License-Identifier: Apache-2.0
#include "harness/build/statement_form.hpp"

#include <doctest/doctest.h>

#include <ostream>

using namespace quern;
using Last = StatementForm::Last;

namespace {

bool is_expression(std::string_view code, std::string_view before, std::string_view final) {
  const StatementForm form = analyse_statement(code);
  CAPTURE(std::string(form.before));
  CAPTURE(std::string(form.final));
  CHECK(form.before == before);
  CHECK(form.final == final);
  return form.last == Last::expression;
}

bool declares(std::string_view code, std::string_view name) {
  const StatementForm form = analyse_statement(code);
  CHECK(form.name == name);
  return form.last == Last::declaration;
}

}  // namespace

TEST_SUITE_BEGIN("harness/build/statement_form");

TEST_CASE("an expression is kept without its semicolon") {
  CHECK(is_expression("x + w;", "", "x + w"));
  CHECK(is_expression("x.add_(1);", "", "x.add_(1)"));
  CHECK(is_expression("::at::add(x, w);", "", "::at::add(x, w)"));
  CHECK(is_expression("y = x;", "", "y = x"));
  CHECK(is_expression("!x;", "", "!x"));
  CHECK(is_expression("std::vector<int>{1, 2};", "", "std::vector<int>{1, 2}"));
}

TEST_CASE("only the last of several statements is cut off") {
  CHECK(is_expression("auto y = x; y + 1;", "auto y = x; ", "y + 1"));
  CHECK(is_expression("a;;", "", "a"));
  CHECK(is_expression("a;\nb;\nc;\n", "a;\nb;\n", "c"));
}

TEST_CASE("a declaration introduces its name") {
  CHECK(declares("auto y = x + w;", "y"));
  CHECK(declares("const auto& y = x;", "y"));
  CHECK(declares("torch::Tensor y = x;", "y"));
  CHECK(declares("torch::Tensor y{x};", "y"));
  CHECK(declares("at::Tensor* y = &x;", "y"));
  CHECK(declares("a; auto y = b;", "y"));
  CHECK(declares("torch::NoGradGuard guard;", "guard"));
}

TEST_CASE("a product or a bitwise and is an expression, though it could declare a pointer or a reference") {
  CHECK(is_expression("x * w;", "", "x * w"));
  CHECK(is_expression("x & w;", "", "x & w"));
  CHECK(is_expression("x * w.t();", "", "x * w.t()"));
  CHECK(is_expression("x * f(w);", "", "x * f(w)"));
  CHECK(is_expression("x * w == y;", "", "x * w == y"));
  CHECK(is_expression("x && w;", "", "x && w"));
}

TEST_CASE("a semicolon in a comment, a string or a character does not end a statement") {
  CHECK(is_expression("f(\"a;b\");", "", "f(\"a;b\")"));
  CHECK(is_expression("f(\"// no comment\");", "", "f(\"// no comment\")"));
  CHECK(is_expression("f(\"\\\";\");", "", "f(\"\\\";\")"));
  CHECK(is_expression("f(';');", "", "f(';')"));
  CHECK(is_expression("f('\\'', ';');", "", "f('\\'', ';')"));
  CHECK(is_expression("f(/* ; */ x);", "", "f(/* ; */ x)"));
  CHECK(is_expression("f(x // ;\n);", "", "f(x // ;\n)"));
}

TEST_CASE("a raw string ends at its own delimiter only") {
  CHECK(is_expression(R"__(f(R"(a";b)");)__", "", R"__(f(R"(a";b)"))__"));
  CHECK(is_expression(R"__(f(R"x()";)x"); g();)__", R"__(f(R"x()";)x"); )__", "g()"));
  CHECK(is_expression(R"__(f(u8R"(")"); g();)__", R"__(f(u8R"(")"); )__", "g()"));
  CHECK(is_expression(R"__(FOR"a;b";)__", "", R"__(FOR"a;b")__"));  // a macro's name, no raw string
}

TEST_CASE("a comment behind the last statement changes nothing") {
  CHECK(is_expression("x + w; // sum; done", "", "x + w"));
  CHECK(is_expression("x + w; /* sum */\n", "", "x + w"));
}

TEST_CASE("a comment before the last statement does not hide what that is") {
  CHECK(is_expression("// sum\nx + w;", "// sum\n", "x + w"));
  CHECK(declares("a; // first\nauto y = b;", "y"));
  CHECK(declares("a; /* first */ auto y = b;", "y"));
  CHECK(analyse_statement("a; // first\nif (c) b;").last == Last::other);
}

TEST_CASE("a digit separator is no character literal") {
  CHECK(is_expression("f(1'000); g(2'000'000);", "f(1'000); ", "g(2'000'000)"));
  CHECK(is_expression("f(0x'ff);", "", "f(0x'ff)"));
}

TEST_CASE("a prefixed character is one") {
  CHECK(is_expression("f(L';');", "", "f(L';')"));
  CHECK(is_expression("f(u8'('); g();", "f(u8'('); ", "g()"));
}

TEST_CASE("brackets of lambdas and initialisers hold their semicolons") {
  CHECK(declares("auto f = [&](int a) { g(a); return a; };", "f"));
  CHECK(is_expression("[&] { a; b; }();", "", "[&] { a; b; }()"));
  CHECK(is_expression("f({1, 2}, {3});", "", "f({1, 2}, {3})"));
}

TEST_CASE("statements that are no expressions stay as they are") {
  for (const char* code :
       {"if (c) x;", "for (int i = 0; i < 3; ++i) x;", "while (c) x;", "do x; while (c);", "switch (c) { case 1: x; }",
        "return;", "using namespace at;", "struct S { int a; };", "try { x; } catch (...) { y; }", "{ x; }", "{ x; };",
        "#define A 1\n", "static_assert(true);"}) {
    CAPTURE(code);
    CHECK(analyse_statement(code).last == Last::other);
  }
}

TEST_CASE("a name that begins like a keyword is a name") { CHECK(is_expression("iffy(x);", "", "iffy(x)")); }

TEST_CASE("what does not end in a semicolon stays as it is") {
  for (const char* code : {"", " ", "\n", "// x;", "x", "x; y", "x; }", ";"}) {
    CAPTURE(code);
    CHECK(analyse_statement(code).last == Last::other);
  }
}

TEST_CASE("unfinished code is walked over to its end, and not beyond") {
  for (const char* code : {"f(\"a", "f('a", "f(/* a", "/*", "/*/", "\"\\", "'", "R\"(", "R\"", "f(R\"x(a)y\"", "//"}) {
    CAPTURE(code);
    CHECK(analyse_statement(code).last == Last::other);
  }
}

TEST_SUITE_END();
