// SPDX-License-Identifier: Apache-2.0
#include "expand/label.hpp"

#include <doctest/doctest.h>

#include "tests/unit/expand/suite_text.hpp"

using namespace quern;
using namespace quern::test;

TEST_SUITE_BEGIN("expand/label");

TEST_CASE("labels that ids could not carry are refused") {
  for (const std::string label : {"\"\"", "' a'", "'a '", "a/b", "'a:b'", "\"a\\nb\"", "\"\\e[1m\""})
    CHECK_MESSAGE(mistake_lines("stmts: {" + std::string(label) + ": {py_stmt: x}}\n").size() == 1, label);
  for (const std::string label : {"a", "A b", "größe", "a.b-c_d (e)", "n=1", "'1'"})
    CHECK_MESSAGE(mistakes("stmts: {" + std::string(label) + ": {py_stmt: x}}\n") == "", label);
}

TEST_CASE("labels that become equal in ids are duplicates") {
  CHECK(mistake_lines("stmts: {A b: {py_stmt: x}, a_b: {py_stmt: x}}\n")[0] == "a.yaml:1:28: duplicate label 'a_b'");
  CHECK(mistake_lines("stmts: {a: {py_stmt: x}, a: {py_stmt: y}}\n") ==
        std::vector<std::string>{"a.yaml:1:26: duplicate key 'a'"});
}

TEST_SUITE_END();
