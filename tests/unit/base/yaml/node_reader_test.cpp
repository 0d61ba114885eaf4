// SPDX-License-Identifier: Apache-2.0
#include "base/yaml/node_reader.hpp"

#include <doctest/doctest.h>

#include "tests/unit/expand/suite_text.hpp"

using namespace quern;
using namespace quern::test;

TEST_SUITE_BEGIN("base/yaml/node_reader");

TEST_CASE("a misspelt key is one mistake: what it leaves missing is not another") {
  CHECK(mistake_lines("stmts: {s: {py_smt: x}}\n").size() == 1);
  CHECK(mistake_lines("modules: {m: {py_model: model = 1, signatur: f(x) -> y, torchscript: true}}\n").size() == 1);
  CHECK(mistake_lines("timer_args: {t: {stm: x, languag: cpp}}\n").size() == 2);
  CHECK(mistake_lines("stmt: {s: {py_stmt: x}}\n").size() == 1);
}

TEST_CASE("numbers are whole, plain and not too large") {
  for (const std::string value : {"1.5", "0x10", "'1'", "one", "99999999999", "+1", "1 2", "~", "[]", "{}"})
    CHECK_MESSAGE(mistake_lines("num_threads: " + std::string(value) + "\nstmts: {s: {py_stmt: x}}\n").size() == 1,
                  value);
}

TEST_CASE("flags are true or false and nothing else") {
  for (const std::string value : {"yes", "True", "1", "'true'", "on"})
    CHECK_MESSAGE(
        mistakes("stmts: {s: {py_stmt: x, autograd: " + std::string(value) + "}}\n").find("expected true or false") !=
            std::string::npos,
        value);
  CHECK(mistakes("stmts: {s: {py_stmt: x, autograd: false}}\n") == "");
}

TEST_SUITE_END();
