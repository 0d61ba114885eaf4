// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/profile.hpp"

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <stdexcept>

#include "base/error.hpp"
#include "fixtures.hpp"

namespace quern {

TEST_SUITE_BEGIN("harness/profile/profile");

TEST_CASE("part files add up function by function and call by call") {
  const std::array parts = {read_fixture("recursion.out"), read_fixture("recursion.out"), read_fixture("names.out")};
  const Profile sum = sum_profiles(parts);
  CHECK(sum.total("Ir") == 300);
  CHECK(sum.parts.size() == 3);
  CHECK(sum.functions.size() == parts[0].functions.size() + parts[2].functions.size());
  CHECK(sum.calls.size() == parts[0].calls.size() + parts[2].calls.size());
  CHECK(function_named(sum, "fact").self == Costs{100});
  CHECK(function_named(sum, "fact").inclusive == Costs{120});
  CHECK(function_named(sum, "fact").calls == 12);
  CHECK(function_named(sum, "fact").files.at(0).self == Costs{100});
}

TEST_CASE("the sum of one profile is that profile") {
  const std::array one = {read_fixture("window.out")};
  const Profile sum = sum_profiles(one);
  REQUIRE(sum.functions.size() == one[0].functions.size());
  for (std::size_t i = 0; i < sum.functions.size(); ++i) {
    CHECK(sum.functions[i].name == one[0].functions[i].name);
    CHECK(sum.functions[i].inclusive == one[0].functions[i].inclusive);
  }
  CHECK(sum_profiles({}).functions.empty());
}

TEST_CASE("profiles of different events do not add up") {
  const std::array two = {read_fixture("window.out"), read_fixture("simulations.out")};
  CHECK_THROWS_AS(sum_profiles(two), Error);
}

TEST_CASE("an event that is not there is named, with those that are") {
  CHECK_THROWS_WITH_AS((void)read_fixture("short_costs.out").total("Bc"),
                       "the profile has no event 'Bc'; it has Ir Dr Dw", Error);
}

TEST_CASE("sums stop at 63 bits") {
  Costs sum = {std::numeric_limits<std::int64_t>::max() - 1};
  add_costs(sum, Costs{1});
  CHECK_THROWS_WITH_AS(add_costs(sum, Costs{1}), "a sum of counts exceeds 63 bits", Error);
}

TEST_SUITE_END();

}  // namespace quern
