// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/steps.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <numbers>

using namespace quern;

namespace {

using Values = std::vector<double>;

// Of our own: what the standard's distributions draw from a seed differs between libraries.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : state_(seed * 2654435769U + 88172645463325252U) {}

  /// Normal, of deviation 1.
  double next() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  double uniform() {
    state_ ^= state_ << 13U;
    state_ ^= state_ >> 7U;
    state_ ^= state_ << 17U;
    return (static_cast<double>(state_ >> 11U) + 0.5) / 9007199254740992.0;
  }

  std::uint64_t state_;
};

/// `size` values of noise around 1000, and `height` more from `at` on.
Values noisy(std::uint64_t seed, std::size_t size, std::size_t at = 0, double height = 0) {
  Noise noise(seed);
  Values values;
  for (std::size_t i = 0; i < size; ++i) values.push_back(1000 + noise.next() + (i >= at ? height : 0));
  return values;
}

std::vector<std::size_t> places_of(const std::vector<Step>& steps) {
  std::vector<std::size_t> places;
  for (const Step& step : steps) places.push_back(step.at);
  return places;
}

using Places = std::vector<std::size_t>;

}  // namespace

TEST_SUITE_BEGIN("harness/compare/steps");

TEST_CASE("nothing and a single value have no steps") {
  CHECK(find_steps({}).empty());
  CHECK(find_steps({5}).empty());
  CHECK(find_steps({}, 1).empty());
  CHECK(find_steps({5}, 1).empty());
  CHECK(find_steps(Values(100, 5070)).empty());
}

TEST_CASE("without noise every change is a step, at its place and with its levels") {
  const std::vector<Step> steps = find_steps({10, 10, 10, 11, 11, 11, 11, 7, 7, 7});
  REQUIRE(steps.size() == 2);
  CHECK(steps[0].at == 3);
  CHECK(steps[0].before == 10);
  CHECK(steps[0].after == 11);
  CHECK(steps[1].at == 7);
  CHECK(steps[1].before == 11);
  CHECK(steps[1].after == 7);
}

TEST_CASE("one instruction in a billion is a step") {
  Values values(50, 1e9);
  for (std::size_t i = 20; i < 50; ++i) values[i] = 1e9 + 1;
  const std::vector<Step> steps = find_steps(values);
  REQUIRE(steps.size() == 1);
  CHECK(steps[0].at == 20);
  CHECK(steps[0].after - steps[0].before == 1);
}

TEST_CASE("a step at either end is found") {
  CHECK(places_of(find_steps({9, 5, 5, 5, 5, 5, 5, 5, 5, 9})) == Places{1, 9});
}

TEST_CASE("a spike of one run is two steps") {
  Values values(20, 100);
  values[8] = 140;
  CHECK(places_of(find_steps(values)) == Places{8, 9});
}

TEST_CASE("half of the neighbours being equal is enough to be without noise") {
  CHECK(places_of(find_steps({1, 1, 2, 2, 4, 4, 5, 5, 7, 7, 8})) == Places{2, 4, 6, 8, 10});
  CHECK(places_of(find_steps({9, 9, 8, 8, 6, 6, 5, 5, 2, 2, 1})) == Places{2, 4, 6, 8, 10});
}

TEST_CASE("a steady ramp has no noise: each of its values is a step") {
  Values values;
  for (int i = 0; i < 12; ++i) values.push_back(100 + 3 * i);
  CHECK(estimated_noise(values) == 0);
  CHECK(find_steps(values).size() == 11);
}

TEST_CASE("nine values are too few for noise, so that each change is a step") {
  CHECK(places_of(find_steps({5, 9, 7, 8, 3, 3, 4, 1, 6})) == Places{1, 2, 3, 4, 6, 7, 8});
  CHECK(estimated_noise({5, 9, 7, 8, 3, 3, 4, 1, 6}) == 0);
  CHECK(estimated_noise({5, 9, 7, 8, 3, 3, 4, 1, 6, 2}) > 0);
}

TEST_CASE("of counts that are known to be exact every change is a step, however they move") {
  const Values values = noisy(1, 12);
  CHECK(find_steps(values).empty());
  CHECK(find_steps(values, 0).size() == 11);
}

TEST_CASE("a few equal neighbours do not make a jittering series exact") {
  Values values = noisy(3, 60);
  values[11] = values[10];
  values[31] = values[30];
  CHECK(find_steps(values).empty());
}

TEST_CASE("a series that goes back and forth has no steps but those of its level") {
  Values values;
  for (int i = 0; i < 40; ++i) values.push_back((i < 25 ? 100 : 200) + (i % 2 == 0 ? 4 : -4));
  const std::vector<Step> steps = find_steps(values);
  REQUIRE(steps.size() == 1);
  CHECK(steps[0].at == 25);
}

TEST_CASE("the estimated noise is that of the levels, not of the steps between them") {
  const double plain = estimated_noise(noisy(7, 400));
  const double stepped = estimated_noise(noisy(7, 400, 200, 1e6));
  CHECK(plain == doctest::Approx(1).epsilon(0.15));
  CHECK(stepped == doctest::Approx(plain).epsilon(0.02));
}

TEST_CASE("plain noise has no steps") {
  int clean = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed)
    for (const std::size_t size : {10U, 20U, 50U, 100U}) clean += find_steps(noisy(seed, size)).empty() ? 1 : 0;
  CHECK(clean >= 195);  // of 200; 196 when this was written
}

TEST_CASE("a step of five deviations is found where it is, and nothing else") {
  int found = 0;
  int alone = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const std::vector<Step> steps = find_steps(noisy(seed, 80, 50, 5));
    for (const Step& step : steps) found += step.at >= 49 && step.at <= 51 && step.after > step.before ? 1 : 0;
    alone += steps.size() == 1 ? 1 : 0;
  }
  CHECK(found == 50);
  CHECK(alone >= 49);
}

TEST_CASE("levels are medians: an outlier does not move them") {
  Values values = noisy(5, 60, 30, 20);
  const std::vector<Step> steps = find_steps(values);
  REQUIRE(steps.size() == 1);
  CHECK(steps[0].before == doctest::Approx(1000).epsilon(0.001));
  CHECK(steps[0].after == doctest::Approx(1020).epsilon(0.001));
}

TEST_CASE("noise of one instruction in a billion is still noise, and a step in it a step") {
  Values values = noisy(9, 100, 60, 8);
  for (double& value : values) value += 1e9;
  CHECK(places_of(find_steps(values)) == Places{60});
}

TEST_CASE("a thousand values take well below a second") {
  const auto start = std::chrono::steady_clock::now();
  CHECK(find_steps(noisy(1, 1000, 500, 6)).size() == 1);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  CHECK(taken.count() < 0.5);
}

TEST_SUITE_END();
