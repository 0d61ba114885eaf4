// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/shell_words.hpp"

#include <doctest/doctest.h>

using namespace quern;

TEST_SUITE_BEGIN("harness/cli/shell_words");

TEST_CASE("words that a shell would take apart are quoted, others are not") {
  CHECK(shell_command({"quern", "check", "--base", "source a/b"}) == "quern check --base 'source a/b'");
  CHECK(shell_command({"-f", "^a|b$", "it's", ""}) == R"(-f '^a|b$' 'it'\''s' '')");
  CHECK(shell_command({"$(rm)", "`x`", "a;b", "~", "#"}) == "'$(rm)' '`x`' 'a;b' '~' '#'");
}

TEST_SUITE_END();
