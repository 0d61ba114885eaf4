// SPDX-License-Identifier: Apache-2.0
#include "base/error.hpp"

#include <doctest/doctest.h>

using namespace quern;

TEST_SUITE_BEGIN("base/error");

TEST_CASE("a broken invariant is an internal error that says what and where") {
  const auto broken = [] { QUERN_ASSERT(1 + 1 == 3); };
  CHECK_THROWS_WITH_AS(broken(), "broken invariant: 1 + 1 == 3", Error);
  try {
    broken();
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::internal);
    REQUIRE(error.where().has_value());
    CHECK(error.where()->file == __FILE__);
    CHECK_FALSE(error.hint().empty());
  }
}

TEST_CASE("an invariant that holds costs nothing") { CHECK_NOTHROW(QUERN_ASSERT(true)); }

TEST_SUITE_END();
