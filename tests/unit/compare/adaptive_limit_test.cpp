// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/adaptive_limit.hpp"

#include <doctest/doctest.h>

using namespace quern;

namespace {

std::string limit_text(const std::vector<double>& changes, const AdaptiveLimits& rules) {
  const std::optional<Limit> limit = adaptive_limit(changes, rules);
  return limit ? to_string(*limit) : "none";
}

AdaptiveLimits rules_of(std::size_t changes, const std::string& floor) {
  return {true, changes, parse_limit(floor).value()};
}

}  // namespace

TEST_SUITE_BEGIN("harness/compare/adaptive_limit");

TEST_CASE("changes are relative to the earlier of two neighbours") {
  CHECK(relative_changes({{100, {"h", "m"}}, {110, {"h", "m"}}, {99, {"h", "m"}}, {99, {"h", "m"}}}) ==
        std::vector<double>{0.1, -0.1, 0});
  CHECK(relative_changes({}).empty());
  CHECK(relative_changes({{100, {"h", "m"}}}).empty());
}

TEST_CASE("neighbours of different definitions or machines are no pair") {
  CHECK(relative_changes(
            {{100, {"h", "m"}}, {200, {"i", "m"}}, {300, {"i", "n"}}, {330, {"i", "n"}}, {660, {"h", "n"}}}) ==
        std::vector<double>{0.1});
}

TEST_CASE("of nothing there is no share, but nothing may stay nothing") {
  CHECK(relative_changes({{0, {"h", "m"}}, {0, {"h", "m"}}, {5, {"h", "m"}}, {0, {"h", "m"}}}) ==
        std::vector<double>{0, -1});
}

TEST_CASE("a limit follows the changes: the third quartile and three times the quartiles' distance") {
  // Sizes 1, 2, 3, 4, 5 %: Q1 = 2, Q3 = 4, so 4 + 3 * 2 = 10.
  CHECK(limit_text({0.01, -0.02, 0.03, -0.04, 0.05}, rules_of(5, "0.2%")) == "10%");
  // One large step among quiet changes does not move it: Q1 = 0.1, Q3 = 0.3.
  CHECK(limit_text({0.001, 0.001, 0.002, 0.003, 0.9}, rules_of(5, "0.2%")) == "0.9%");
}

TEST_CASE("a limit is rounded up to what people read") {
  CHECK(limit_text({0.001234, 0.001234, 0.001234, 0.001234}, rules_of(4, "0%")) == "0.13%");
  CHECK(limit_text({0.0012, 0.0012, 0.0012, 0.0012}, rules_of(4, "0%")) == "0.12%");
}

TEST_CASE("a limit is never below its floor") {
  const std::vector<double> still(10, 0.0);
  CHECK(limit_text(still, AdaptiveLimits{}) == "0.2%");
  CHECK(limit_text(still, rules_of(10, "0.5% | 20")) == "0.5% | 20");
  CHECK(limit_text(still, rules_of(10, "20")) == "0% | 20");
  CHECK(limit_text(std::vector<double>(10, 0.03), rules_of(10, "0.5% | 20")) == "3% | 20");
}

TEST_CASE("too few changes make no limit, and neither does what is switched off") {
  CHECK(limit_text(std::vector<double>(9, 0.1), AdaptiveLimits{}) == "none");
  CHECK(limit_text(std::vector<double>(10, 0.1), AdaptiveLimits{}) == "10%");
  AdaptiveLimits off;
  off.on = false;
  CHECK(limit_text(std::vector<double>(10, 0.1), off) == "none");
  CHECK(limit_text({}, rules_of(0, "0.2%")) == "none");
}

TEST_SUITE_END();
