// SPDX-License-Identifier: Apache-2.0
#include "harness/process/shell_line.hpp"

#include <doctest/doctest.h>

using namespace quern;

TEST_SUITE_BEGIN("harness/process/shell_line");

TEST_CASE("a child without variables is its program and its arguments") {
  CHECK(shell_line({"/usr/bin/clang++", {"-O2", "-DX=1", "a.cpp"}, {}, "log"}) == "/usr/bin/clang++ -O2 -DX=1 a.cpp");
}

TEST_CASE("a child with variables has no others, and starts where it is told to") {
  CHECK(shell_line({"./server", {"fork"}, {{"LC_ALL", "C"}, {"TZ", ""}}, "log", "/tmp/a b"}) ==
        "cd '/tmp/a b' && env -i LC_ALL=C TZ= ./server fork");
}

TEST_CASE("what a shell would read otherwise is quoted") {
  CHECK(shell_line({"p", {"", "a b", "it's", "$HOME", "*", "~", "a\nb"}, {}, "log"}) ==
        "p '' 'a b' 'it'\\''s' '$HOME' '*' '~' 'a\nb'");
}

TEST_CASE("so are the words of a command") {
  CHECK(shell_line(std::vector<std::string>{"quern", "check", "--base", "source a/b"}) ==
        "quern check --base 'source a/b'");
  CHECK(shell_line(std::vector<std::string>{"-f", "^a|b$", "$(rm)", "`x`", "a;b", "#", ""}) ==
        "-f '^a|b$' '$(rm)' '`x`' 'a;b' '#' ''");
}

TEST_SUITE_END();
