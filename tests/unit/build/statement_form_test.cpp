// SPDX-License-Identifier: Apache-2.0
#include "harness/build/statement_form.hpp"

#include <doctest/doctest.h>

#include <ostream>

using namespace quern;
using Names = std::vector<std::string>;

namespace {

/// The code as it keeps its expressions' values, `@` for what is added.
std::string kept(const std::string& code) {
  KeptForm form = analyse_statement(code).kept;
  for (KeptForm::Insertion& insertion : form.insertions) insertion.text = "@";
  return with_insertions(code, form);
}

Names names(std::string_view code) { return analyse_statement(code).kept.names; }

bool certain(std::string_view code) { return analyse_statement(code).certain; }

}  // namespace

TEST_SUITE_BEGIN("harness/build/statement_form");

TEST_CASE("the value of every expression is kept") {
  CHECK(kept("x + w;") == "x + w@;");
  CHECK(kept("x.add_(1); y = x;") == "x.add_(1)@; y = x@;");
  CHECK(kept("::at::add(x, w);\n!x;") == "::at::add(x, w)@;\n!x@;");
  CHECK(kept("std::vector<int>{1, 2};") == "std::vector<int>{1, 2}@;");
  CHECK(kept("double a = std::sin(z); x.dim();") == "double a = std::sin(z); x.dim()@;");
  CHECK(kept("a;;") == "a@;;");
  CHECK(kept("throw x;") == "throw x@;");
  CHECK(kept("not x; a and b;") == "not x@; a and b@;");
}

TEST_CASE("every variable is kept") {
  CHECK(names("auto y = x + w;") == Names{"y"});
  CHECK(names("const auto& y = x;") == Names{"y"});
  CHECK(names("torch::Tensor y{x}; at::Tensor z(y); a; torch::NoGradGuard guard;") == Names{"y", "z", "guard"});
  CHECK(names("Tensor a = f(1, 2), b = g(), *c;") == Names{"a", "b", "c"});
  CHECK(names("auto [a, b] = f();") == Names{"a", "b"});
  CHECK(names("const auto& [a, b] = f();") == Names{"a", "b"});
  CHECK(names("static int n = 3; int a[3] = {1, 2, 3};") == Names{"n", "a"});
  CHECK(names("unsigned long long n = 3; const char* s = \"a, b\";") == Names{"n", "s"});
  CHECK(names("std::vector<int> v(1000, 1);") == Names{"v"});
  CHECK(names("std::map<int, std::vector<int>> m;") == Names{"m"});
  CHECK(names("auto f = [&](int a) { g(a); return a; };") == Names{"f"});
}

TEST_CASE("what a text cannot tell, the compiler is asked") {
  for (const char* code : {"x + w;", "auto y = x;", "torch::Tensor y = x;", "int* p = q;", "f(x);", "a(); b();"})
    CHECK_MESSAGE(certain(code), code);
  for (const char* code :
       {"std::vector<int> v(1000, 1);", "T* p = q;", "T& r = x;", "auto a = b < c, d > e;", "if (c) x;", "{ x; }",
        "for (;;) x;", "struct S { int a; } s;", "label: x;", "#define A 1\nA;"})
    CHECK_MESSAGE(!certain(code), code);
}

TEST_CASE("a product or a bitwise and is an expression, though it could declare a pointer or a reference") {
  for (const char* code : {"x * w", "x & w", "x * w.t()", "x * f(w)", "x * w == y", "x && w", "int(x)", "T(x)"})
    CHECK(kept(std::string(code) + ";") == std::string(code) + "@;");
  CHECK(names("at::Tensor* y = &x;") == Names{"y"});
}

TEST_CASE("a semicolon in a comment, a string or a character does not end a statement") {
  for (const char* code : {"f(\"a;b\")", "f(\"// no comment\")", "f(\"\\\";\")", "f(';')", "f('\\'', ';')",
                           "f(/* ; */ x)", "f(x // ;\n)", "f(L';')", "f(u8'(')", "f(1'000)", "f(0x'ff)"})
    CHECK(kept(std::string(code) + ";") == std::string(code) + "@;");
  CHECK(kept("x + w; // sum; done") == "x + w@; // sum; done");
  CHECK(kept("// sum;\nx + w; /* ; */\n") == "// sum;\nx + w@; /* ; */\n");
  CHECK(kept("#line 4 \"s;.yaml\"\nx;\n#line 9 \"t.yaml\"\ny;\n") ==
        "#line 4 \"s;.yaml\"\nx@;\n#line 9 \"t.yaml\"\ny@;\n");
}

TEST_CASE("a raw string ends at its own delimiter only") {
  CHECK(kept(R"__(f(R"(a";b)");)__") == R"__(f(R"(a";b)")@;)__");
  CHECK(kept(R"__(f(R"x()";)x"); g();)__") == R"__(f(R"x()";)x")@; g()@;)__");
  CHECK(kept(R"__(FOR"a;b";)__") == R"__(FOR"a;b"@;)__");  // a macro's name, no raw string
}

TEST_CASE("what has no value stays as it is") {
  for (const char* code :
       {"if (c) x;", "for (int i = 0; i < 3; ++i) x;", "while (c) x;", "do x; while (c);", "switch (c) { case 1: x; }",
        "return;", "using namespace at;", "struct S { int a; };", "try { x; } catch (...) { y; }", "{ x; }",
        "#define A 1\n", "static_assert(true);", "asm volatile(\"nop\");", "if (a) { b; } else c;"}) {
    CAPTURE(code);
    CHECK(analyse_statement(code).kept.empty());
    CHECK_FALSE(analyse_statement(code).blank);
  }
  CHECK(kept("if (a) { b; } else { c; } d;") == "if (a) { b; } else { c; } d@;");
  CHECK(kept("do { a; } while (b); c;") == "do { a; } while (b); c@;");
  CHECK(kept("iffy(x);") == "iffy(x)@;");
}

TEST_CASE("blank is what has nothing to execute in it") {
  for (const char* code : {"", " ", "\n", "// x;", ";", ";; /* x; */"})
    CHECK_MESSAGE(analyse_statement(code).blank, code);
}

TEST_CASE("words that may lead out are found, also in a lambda, and not in strings") {
  CHECK(analyse_statement("if (c) break;").jumps);
  CHECK(analyse_statement("[&] { return 1; }();").jumps);
  CHECK(analyse_statement("co_await x;").jumps);
  CHECK_FALSE(analyse_statement("f(\"return\"); breaker(); // continue").jumps);
}

TEST_CASE("a goto must have its label here") {
  CHECK(analyse_statement("goto out;").way_out == "goto out");
  CHECK(analyse_statement("if (c) goto end; x; end: y;").way_out.empty());
}

TEST_CASE("a bracket that was not opened leads out") {
  CHECK(analyse_statement("} {").way_out == "}");
  CHECK(analyse_statement("{ x; } f(\"}\");").way_out.empty());
}

TEST_CASE("unfinished code is walked over to its end, and not beyond") {
  for (const char* code :
       {"f(\"a", "f('a", "f(/* a", "/*", "/*/", "\"\\",    "'",  "R\"(", "R\"", "f(R\"x(a)y\"", "//",
        "x",     "x; y", "#a\\",   "}",  "} {", "auto [a", "a<", "a<b",  "1e",  "T x",          "goto"}) {
    CAPTURE(code);
    CHECK(analyse_statement(code).kept.names.empty());
  }
}

TEST_SUITE_END();
