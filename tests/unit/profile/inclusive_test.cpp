// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/inclusive.hpp"

#include <doctest/doctest.h>

#include <string>

#include "fixtures.hpp"

namespace quern {

TEST_SUITE_BEGIN("harness/profile/inclusive");

TEST_CASE("a function that calls itself is counted once") {
  const Profile profile = read_fixture("recursion.out");
  CHECK(function_named(profile, "fact").recursive);
  CHECK(function_named(profile, "fact").calls == 6);
  CHECK(function_named(profile, "fact").inclusive == Costs{60});
}

TEST_CASE("members of a cycle cost at most what the cycle costs") {
  const Profile profile = read_fixture("recursion.out");
  CHECK(function_named(profile, "even").recursive);
  CHECK(function_named(profile, "even").inclusive == Costs{30});  // 63 by its callers
  CHECK(function_named(profile, "odd").inclusive == Costs{30});   // 35 by its callers
}

TEST_CASE("outside of cycles self and calls add up") {
  const Profile profile = read_fixture("recursion.out");
  CHECK_FALSE(function_named(profile, "main").recursive);
  CHECK(function_named(profile, "main").inclusive == Costs{100});
  CHECK(function_named(profile, "leaf").inclusive == Costs{15});
}

TEST_CASE("a call chain deeper than our own stack is no problem") {
  std::string text = "version: 1\nevents: Ir\nfl=a.c\n";
  const int depth = 50000;
  for (int i = 0; i < depth; ++i)
    text += "fn=f" + std::to_string(i) + "\n1 1\ncfn=f" + std::to_string(i + 1) + "\ncalls=1 1\n1 1\n";
  text += "totals: " + std::to_string(depth) + "\n";
  const Profile profile = read_profile({text, "deep"});
  CHECK(profile.functions.size() == static_cast<std::size_t>(depth) + 1);
  CHECK(profile.functions.front().inclusive == Costs{2});
}

TEST_SUITE_END();

}  // namespace quern
