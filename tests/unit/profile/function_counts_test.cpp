// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/function_counts.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

#include "base/error.hpp"
#include "fixtures.hpp"

namespace quern {
namespace {

FunctionKey key(const std::string& name) { return {name, "a.cpp", "liba.so"}; }

FunctionCounts counts(std::vector<std::pair<std::string, std::int64_t>> entries) {
  std::vector<FunctionCount> list;
  for (const auto& [name, count] : entries) list.push_back({key(name), count});
  return FunctionCounts(std::move(list));
}

const FunctionCounts kA = counts({{"f", 10}, {"g", -4}, {"h", 7}});
const FunctionCounts kB = counts({{"g", 4}, {"h", 5}, {"i", 1}});
const FunctionCounts kC = counts({{"f", -3}, {"j", 100}});

}  // namespace

TEST_SUITE_BEGIN("harness/profile/function_counts");

TEST_CASE("counts are sorted by size whatever the sign, then by name") {
  std::vector<std::string> names;
  for (const FunctionCount& count : counts({{"b", 3}, {"c", -9}, {"a", -3}, {"d", 4}}))
    names.push_back(count.function.name);
  CHECK(names == std::vector<std::string>{"c", "d", "a", "b"});
}

TEST_CASE("equal functions are added up, and a count of 0 is no entry") {
  const FunctionCounts merged = counts({{"f", 2}, {"g", 5}, {"f", 3}, {"g", -5}});
  CHECK(merged.size() == 1);
  CHECK(merged.count(key("f")) == 5);
  CHECK(merged.count(key("g")) == 0);
}

TEST_CASE("functions of the same name in two libraries are two") {
  const FunctionCounts two({{{"f", "a.cpp", "one.so"}, 1}, {{"f", "a.cpp", "two.so"}, 1}});
  CHECK(two.size() == 2);
}

TEST_CASE("the laws of addition and scaling hold") {
  CHECK(kA + kB == kB + kA);
  CHECK((kA + kB) + kC == kA + (kB + kC));
  CHECK(kA + FunctionCounts() == kA);
  CHECK((kA - kA).empty());
  CHECK(kA - kB == kA + -kB);
  CHECK(kA - kB == -(kB - kA));
  CHECK((kA + kB) * 3 == kA * 3 + 3 * kB);
  CHECK((kA * 2) * 5 == kA * 10);
  CHECK((kA * 0).empty());
}

TEST_CASE("the total follows every operation") {
  CHECK(kA.total() == 13);
  CHECK((kA - kB).total() == kA.total() - kB.total());
  CHECK((kA * -7).total() == -7 * kA.total());
  CHECK(FunctionCounts().total() == 0);
}

TEST_CASE("filter splits counts without loss") {
  const auto is_f = [](const FunctionKey& function) { return function.name == "f"; };
  const auto is_not_f = [&](const FunctionKey& function) { return !is_f(function); };
  CHECK(kA.filter(is_f).size() == 1);
  CHECK(kA.filter(is_f) + kA.filter(is_not_f) == kA);
}

TEST_CASE("transform merges what becomes equal and keeps the total") {
  const auto same = [](const FunctionKey& function) { return FunctionKey{"all", "", function.object}; };
  const FunctionCounts merged = kA.transform(same);
  CHECK(merged.size() == 1);
  CHECK(merged.total() == kA.total());
  CHECK(kA.transform([](const FunctionKey& function) { return function; }) == kA);
  CHECK((kA + kB).transform(same) == kA.transform(same) + kB.transform(same));
}

TEST_CASE("denoise drops noisy functions only") {
  const FunctionCounts noisy = counts({{"f", 1}, {"_int_malloc", 50}, {"lookdict_unicode", -2}});
  CHECK(noisy.denoise() == counts({{"f", 1}}));
}

TEST_CASE("a result beyond 64 bits is refused") {
  const FunctionCounts huge = counts({{"f", std::numeric_limits<std::int64_t>::max()}});
  CHECK_THROWS_AS(huge + counts({{"f", 1}}), Error);
  CHECK_THROWS_AS(huge * 2, Error);
  CHECK_THROWS_AS((void)(huge + counts({{"g", 1}})).total(), Error);
}

TEST_CASE("self counts of a profile sum to its total") {
  const Profile profile = read_fixture("simulations.out");
  CHECK(self_counts(profile).total() == 850);
  CHECK(self_counts(profile, "Bcm").total() == 54);
  CHECK(inclusive_counts(profile).count({"step(int)", "/src/inl.h", "/src/win"}) == 591);
  CHECK_THROWS_AS(self_counts(profile, "nonsense"), Error);
}

TEST_SUITE_END();

}  // namespace quern
