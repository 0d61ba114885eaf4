// SPDX-License-Identifier: Apache-2.0
#include "expand/ops/run_ids.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/unit/expand/suite_text.hpp"

namespace quern {
namespace {

using Texts = std::vector<std::string>;

std::vector<Case> three_builds() {
  return test::expand(R"({"o": {"build_iterator": "RangeConfigIterator", "config": [
      {"build": [{"args": [{"type": "int", "value": [1, 3], "__range__": ["value"]}]}], "input": [{}, {}]},
      {"input": [{}]}]}})");
}

Texts ids_between(const std::string& resume, const std::string& stop) {
  Texts ids;
  for (const Case& args : cases_between(three_builds(), resume, stop)) ids.push_back(operator_of(args)->run_id);
  return ids;
}

}  // namespace

TEST_SUITE_BEGIN("expand/ops/run_ids");

TEST_CASE("PARAM adds up the ids of builds, config by config") {
  CHECK(param_run_ids(three_builds()) ==
        Texts{"0|0_0|0", "0|0_0|1", "0|0_0|0_1|0", "0|0_0|0_1|1", "0|0_0|0_1|0_2|0", "0|0_0|0_1|0_2|1", "1|0|0"});
}

TEST_CASE("a run begins with one id and ends before another, in either spelling") {
  CHECK(ids_between("o|0|0_2|0", "") == Texts{"0|0_2|0", "0|0_2|1", "1|0|0"});
  CHECK(ids_between("o|0|0_0|0_1|0_2|0", "o|1|0|0") == Texts{"0|0_2|0", "0|0_2|1"});
  CHECK(ids_between("", "o|0|0_0|1") == Texts{"0|0_0|0"});
}

TEST_CASE("an id that no case has is refused, with the nearest one") {
  CHECK_THROWS_WITH_AS(ids_between("o|9|0|0", ""), "no case has the id 'o|9|0|0'", Error);
  try {
    ids_between("", "o|1|0|1");
  } catch (const Error& error) {
    CHECK(error.hint() == "did you mean 'o|1|0|0'?");
  }
  CHECK_THROWS_AS(ids_between("o|1|0|0", "o|0|0_0|0"), Error);
}

TEST_SUITE_END();

}  // namespace quern
