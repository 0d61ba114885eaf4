// SPDX-License-Identifier: Apache-2.0
#include "harness/report/comparison/verification_json.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/unit/compare/two_counts.hpp"

using namespace quern;

TEST_SUITE_BEGIN("harness/report/comparison/verification_json");

TEST_CASE("the functions of a document sum to the difference") {
  const test::TwoCounts both(10, 12);
  const auto document = verification_document(verify(both.callgrind, both.steps), "0.1.0", 0);
  CHECK(document["summary"]["differs"] == 1);
  CHECK(document["cases"][0]["functions"][0]["name"] == "(other)");
  CHECK(document["cases"][0]["functions"][0]["delta"] == 2.0);
}

TEST_SUITE_END();
