// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/limit.hpp"

#include <doctest/doctest.h>

using namespace quern;

namespace {

Case args_of(const std::string& id, std::vector<std::string> tags = {}) {
  Case args;
  args.id = id;
  args.tags = std::move(tags);
  return args;
}

LimitRule rule_of(const std::string& match, std::vector<std::string> tags = {}) {
  LimitRule rule;
  rule.match = match;
  rule.pattern = Pattern(match);
  rule.tags = std::move(tags);
  return rule;
}

}  // namespace

TEST_SUITE_BEGIN("harness/compare/limit");

TEST_CASE("a limit is a percentage, a number, or both") {
  CHECK(parse_limit("0.2%") == Limit{0.2, std::nullopt, false});
  CHECK(parse_limit("50") == Limit{std::nullopt, 50, false});
  CHECK(parse_limit("0") == Limit{std::nullopt, 0, false});
  CHECK(parse_limit("0%") == Limit{0, std::nullopt, false});
  CHECK(parse_limit("0.2% | 50") == Limit{0.2, 50, false});
  CHECK(parse_limit("0.2% & 50") == Limit{0.2, 50, true});
  CHECK(parse_limit(" 50|0.2 % ") == Limit{0.2, 50, false});
  CHECK(parse_limit("1e3") == Limit{std::nullopt, 1000, false});
}

TEST_CASE("what is no limit is not read as one") {
  for (const char* text :
       {"",      " ",          "%",       "abc",   "-1",  "-0",   "-0.2%", "+1",   "0.2% |", "| 50", "0.2% | 0.3%",
        "5 & 6", "1% | 2 | 3", "0.2% 50", "0.2%%", "nan", "inf%", "1e999", "0x10", "1,000",  "off",  "50\n"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_limit(text).has_value());
  }
}

TEST_CASE("a limit is written as it is read") {
  for (const char* text : {"0.2%", "50", "0", "0.2% | 50", "0.2% & 50", "12.75%", "0.5"})
    CHECK(to_string(parse_limit(text).value()) == text);
  CHECK(to_string(parse_limit("50 | 0.2%").value()) == "0.2% | 50");
  CHECK(to_string(Limit{}) == "0");
}

TEST_CASE("| accepts the larger one, & the smaller") {
  const Limit larger = parse_limit("1% | 50").value();
  CHECK(larger.allowance(1000) == 50);
  CHECK(larger.allowance(10000) == 100);
  const Limit smaller = parse_limit("1% & 50").value();
  CHECK(smaller.allowance(1000) == 10);
  CHECK(smaller.allowance(10000) == 50);
  CHECK(parse_limit("1%").value().allowance(1000) == 10);
  CHECK(parse_limit("7").value().allowance(1000) == 7);
}

TEST_CASE("a percentage of 0 is 0, and of less than 0 no less") {
  CHECK(parse_limit("5%").value().allowance(0) == 0);
  CHECK(parse_limit("5% | 3").value().allowance(0) == 3);
  CHECK(parse_limit("5%").value().allowance(-100) == 5);
  CHECK(Limit{}.allowance(1000) == 0);
}

TEST_CASE("a rule matches by a pattern anywhere in the id, and by any of its tags") {
  const Case args = args_of("pointwise/math/add:eager:forward:cpp:t1", {"classic", "fast"});
  CHECK(rule_of("").matches(args));
  CHECK(rule_of("math/a").matches(args));
  CHECK(rule_of("^pointwise/.*:cpp:").matches(args));
  CHECK_FALSE(rule_of("^math").matches(args));
  CHECK_FALSE(rule_of("ADD").matches(args));
  CHECK(rule_of("", {"classic"}).matches(args));
  CHECK(rule_of("", {"slow", "fast"}).matches(args));
  CHECK_FALSE(rule_of("", {"slow"}).matches(args));
  CHECK_FALSE(rule_of("sub", {"classic"}).matches(args));
  CHECK_FALSE(rule_of("", {"classic"}).matches(args_of("x")));
}

TEST_CASE("a huge id is searched to its end") {
  const Case args = args_of("begin" + std::string(10'000'000, 'x') + "end");
  CHECK(rule_of("(.|x)*").matches(args));
  CHECK(rule_of("^begin").matches(args));
  CHECK(rule_of("end$").matches(args));
}

TEST_CASE("watched metrics are those that some rule limits") {
  CheckRules rules;
  rules.limits.resize(2);
  rules.limits[0].metrics = {{"ir", Limit{}}, {"alloc_count", Limit{}}, {"branches", std::nullopt}};
  rules.limits[1].metrics = {{"alloc_count", std::nullopt}, {"l1_misses", Limit{}}};
  CHECK(watched_metrics(rules) == std::set<std::string>{"alloc_count", "l1_misses"});
  CHECK(watched_metrics({}).empty());
}

TEST_SUITE_END();
