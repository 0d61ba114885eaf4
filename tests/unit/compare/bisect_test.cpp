// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/bisect.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace {

using namespace quern;

/// Counts of builds that are there; below 0: cannot be measured.
struct FakeBuilds {
  std::vector<double> counts;
  double spread = 0;
  std::vector<std::size_t> asked = {};

  Bisection search(double least = 0) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < counts.size(); ++i) names.push_back("b" + std::to_string(i));
    return bisect(names, {least}, [this](std::size_t build) {
      asked.push_back(build);
      BacktestValue value;
      if (counts[build] < 0) return value;
      value.status = Status::ok;
      value.instructions = counts[build];
      value.spread = spread;
      return value;
    });
  }
};

std::vector<std::size_t> step_places(const Bisection& bisection) {
  std::vector<std::size_t> places;
  for (const BacktestStep& step : bisection.steps) places.push_back(step.at);
  return places;
}

}  // namespace

TEST_SUITE_BEGIN("harness/compare/bisect");

TEST_CASE("wherever one step is, it is found in log2 n builds, and no build is measured twice") {
  for (std::size_t at = 1; at < 30; ++at) {
    FakeBuilds builds;
    for (std::size_t i = 0; i < 30; ++i) builds.counts.push_back(i < at ? 100 : 101);
    const Bisection found = builds.search();
    CHECK(step_places(found) == std::vector<std::size_t>{at});
    CHECK(found.steps[0].delta() == 1);
    CHECK(builds.asked.size() <= 2 + static_cast<std::size_t>(std::ceil(std::log2(30))));
    CHECK(builds.asked.size() == found.measured.size());
  }
}

TEST_CASE("every pair of steps that do not cancel is found, in log2 n builds each") {
  for (std::size_t first = 1; first < 29; ++first)
    for (std::size_t second = first + 1; second < 30; ++second) {
      FakeBuilds builds;
      for (std::size_t i = 0; i < 30; ++i) builds.counts.push_back(i < first ? 100 : i < second ? 120 : 110);
      CHECK(step_places(builds.search()) == std::vector<std::size_t>{first, second});
      CHECK(builds.asked.size() <= 2 + 2 * 5);
    }
}

TEST_CASE("equal ends: the middle is looked at, and what is not seen is said") {
  FakeBuilds level{{5, 5, 5, 5, 5}};
  Bisection found = level.search();
  CHECK(found.steps.empty());
  CHECK(level.asked == std::vector<std::size_t>{0, 4, 2});
  REQUIRE(found.levels.size() == 1);
  CHECK(found.levels[0].first == 0);
  CHECK(found.levels[0].last == 4);
  FakeBuilds hill{{5, 5, 7, 7, 5}};
  CHECK(step_places(hill.search()) == std::vector<std::size_t>{2, 4});
}

TEST_CASE("builds that cannot be measured are skipped, at the ends too") {
  FakeBuilds builds{{-1, 5, -1, -1, -1, 9, 9, -1}};
  const Bisection found = builds.search();
  REQUIRE(found.steps.size() == 1);
  CHECK(found.steps[0].before == 1);
  CHECK(found.steps[0].at == 5);
  FakeBuilds one{{-1, 5, -1}};
  CHECK(one.search().steps.empty());
  FakeBuilds none{{-1, -1}};
  CHECK(none.search().measured.size() == 2);
}

TEST_CASE("changes within the spread, and up to the least step, are not followed") {
  FakeBuilds noisy{{100, 104, 98, 103}, 10};
  CHECK(noisy.search().steps.empty());
  FakeBuilds small{{1000, 1004, 1004, 1504}};
  CHECK(step_places(small.search(0.005)) == std::vector<std::size_t>{3});
}

TEST_CASE("an interrupt keeps what was found, other errors do not") {
  std::size_t calls = 0;
  const MeasureBuild interrupted_soon = [&](std::size_t build) {
    if (++calls > 3) throw Error(ErrorKind::interrupted, "interrupted");
    BacktestValue value;
    value.status = Status::ok;
    value.instructions = static_cast<double>(build);
    return value;
  };
  const Bisection found = bisect({"a", "b", "c", "d", "e"}, {}, interrupted_soon);
  CHECK(found.interrupted);
  CHECK(found.measured.size() == 3);
  const MeasureBuild wrong = [](std::size_t) -> BacktestValue { throw Error(ErrorKind::usage, "wrong"); };
  CHECK_THROWS_AS(bisect({"a", "b"}, {}, wrong), Error);
}

TEST_SUITE_END();
