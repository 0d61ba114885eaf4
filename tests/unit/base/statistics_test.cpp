// SPDX-License-Identifier: Apache-2.0
#include "base/statistics.hpp"

#include <doctest/doctest.h>

#include <random>
#include <vector>

using namespace quern;

TEST_SUITE_BEGIN("base/statistics");

TEST_CASE("the median of an even number of values lies between the middle ones") {
  CHECK(median({3}) == 3);
  CHECK(median({5, 1, 3}) == 3);
  CHECK(median({4, 1, 2, 3}) == 2.5);
  CHECK(quantile({0, 10}, 0.25) == 2.5);
  CHECK(interquartile_range({1, 2, 3, 4, 5}) == 2);
}

TEST_CASE("quantiles are interpolated between neighbours") {
  CHECK(quantile({4, 1, 3, 2}, 0.25) == 1.75);
  CHECK(quantile({4, 1, 3, 2}, 0.75) == 3.25);
  CHECK(quantile({1, 2, 3, 4, 5}, 0.25) == 2);
  CHECK(quantile({4, 1, 3}, 0) == 1);
  CHECK(quantile({4, 1, 3}, 1) == 4);
  CHECK(quantile({7}, 0.75) == 7);
}

TEST_CASE("fewer than six values have no interval of 95 %") {
  CHECK_FALSE(median_bounds({}));
  CHECK_FALSE(median_bounds({1, 2, 3, 4, 5}));
  CHECK(median_bounds({6, 1, 2, 3, 4, 5}) == Bounds{1, 6});
}

TEST_CASE("the interval is the one of the tables of order statistics") {
  const auto up_to = [](int count) {
    std::vector<double> values;
    for (int i = 1; i <= count; ++i) values.push_back(i);
    return values;
  };
  CHECK(median_bounds(up_to(8)) == Bounds{1, 8});
  CHECK(median_bounds(up_to(9)) == Bounds{2, 8});
  CHECK(median_bounds(up_to(12)) == Bounds{3, 10});
  CHECK(median_bounds(up_to(20)) == Bounds{6, 15});
  CHECK(median_bounds(up_to(20), 0.5) == Bounds{8, 13});
}

TEST_CASE("the interval holds the true median as often as it says, also of a skewed distribution") {
  std::mt19937 random(7);
  std::exponential_distribution<double> skewed(1);
  constexpr double kTrue = 0.6931471805599453;
  int held = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<double> values(10);
    for (double& value : values) value = skewed(random);
    const Bounds bounds = *median_bounds(values);
    held += bounds.low <= kTrue && kTrue <= bounds.high ? 1 : 0;
  }
  CHECK(held > 0.95 * 2000);  // 97.9 % of 10 values
  CHECK(held < 0.99 * 2000);
}

TEST_CASE("a trend is 1 upwards, -1 downwards, and 0 for one value") {
  CHECK(trend_of({1, 2, 3, 4}) == 1);
  CHECK(trend_of({4, 3, 2}) == -1);
  CHECK(trend_of({1, 3, 2, 0}) == doctest::Approx(-1.0 / 3));
  CHECK(trend_of({5, 5, 5}) == 0);
  CHECK(trend_of({5}) == 0);
}

TEST_CASE("two clusters are found, with their share") {
  std::vector<double> values;
  for (int i = 0; i < 70; ++i) values.push_back(100 + i % 3);
  for (int i = 0; i < 30; ++i) values.push_back(120 + i % 3);
  const std::optional<TwoClusters> found = two_clusters(values);
  REQUIRE(found);
  CHECK(found->lower == 101);
  CHECK(found->upper == 121);
  CHECK(found->upper_share == doctest::Approx(0.3));
}

TEST_CASE("one cluster, a tail and a few outliers are not two clusters") {
  std::mt19937 random(1);
  std::normal_distribution<double> bell(100, 1);
  std::exponential_distribution<double> tail(0.2);
  std::vector<double> one;
  std::vector<double> skewed;
  for (int i = 0; i < 300; ++i) {
    one.push_back(bell(random));
    skewed.push_back(100 + tail(random));
  }
  CHECK_FALSE(two_clusters(one));
  CHECK_FALSE(two_clusters(skewed));
  one.insert(one.end(), 20, 200.0);
  CHECK_FALSE(two_clusters(one));
  CHECK_FALSE(two_clusters(std::vector<double>(300, 5.0)));
  CHECK_FALSE(two_clusters({1, 1, 1, 9, 9, 9}));
}

TEST_SUITE_END();
