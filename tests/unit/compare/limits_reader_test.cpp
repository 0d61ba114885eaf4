// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "base/yaml/yaml_reader.hpp"
#include "harness/compare/check_reader.hpp"

using namespace quern;

namespace {

struct Section {
  using Read = void (*)(const YamlNode&, CheckRules&, Problems&);

  Section(const std::string& text, Read read) : source("quern.yaml", text) {
    const std::optional<YamlNode> root = read_yaml(source, problems);
    REQUIRE(root.has_value());
    read(*root, rules, problems);
  }

  Source source;
  Problems problems;
  CheckRules rules;
};

std::string limits_problem(const std::string& text) { return Section(text, read_limits).problems.render(); }
std::string adaptive_problem(const std::string& text) { return Section(text, read_adaptive_limits).problems.render(); }

}  // namespace

TEST_SUITE_BEGIN("harness/compare/limits_reader");

TEST_CASE("rules are read in their order, with their places") {
  const Section section(
      "- ir: 0.5%\n"
      "- match: ^pointwise/\n"
      "  tag: classic\n"
      "  ir: 0.2% | 50\n"
      "  alloc_count: 0\n"
      "- {match: rng, tag: [a, b], ir: off, estimated_cycles: 1% & 9}\n",
      read_limits);
  REQUIRE(section.problems.render().empty());
  REQUIRE(section.rules.limits.size() == 3);
  const LimitRule& every = section.rules.limits[0];
  CHECK(every.match.empty());
  CHECK(every.tags.empty());
  CHECK(every.metrics == std::map<std::string, std::optional<Limit>>{{"ir", Limit{0.5, std::nullopt}}});
  CHECK(to_string(every.where) == "quern.yaml:1:3");
  const LimitRule& pointwise = section.rules.limits[1];
  CHECK(pointwise.match == "^pointwise/");
  CHECK(pointwise.tags == std::vector<std::string>{"classic"});
  CHECK(pointwise.metrics ==
        std::map<std::string, std::optional<Limit>>{{"alloc_count", Limit{std::nullopt, 0}}, {"ir", Limit{0.2, 50}}});
  CHECK(to_string(pointwise.where) == "quern.yaml:2:3");
  const LimitRule& random = section.rules.limits[2];
  CHECK(random.tags == std::vector<std::string>{"a", "b"});
  CHECK(random.metrics ==
        std::map<std::string, std::optional<Limit>>{{"estimated_cycles", Limit{1, 9, true}}, {"ir", std::nullopt}});
}

TEST_CASE("every metric that a run can have can have a limit") {
  const Section section(
      "- {ir: 1, alloc_count: 1, alloc_bytes: 1, data_reads: 1, data_writes: 1, l1_misses: 1, ll_misses: 1,\n"
      "   branches: 1, branch_misses: 1, estimated_cycles: 1}\n",
      read_limits);
  CHECK(section.problems.render().empty());
  CHECK(section.rules.limits.at(0).metrics.size() == 10);
}

TEST_CASE("a section of comments has no rules") {
  CHECK(limits_problem("# - ir: 0.5%\n").empty());
  CHECK(limits_problem("[]\n").empty());
}

TEST_CASE("limits are a list") {
  CHECK(limits_problem("ir: 0.5%\n") == "quern.yaml:1:1: expected a list of limits, found a map\n    ir: 0.5%\n    ^");
  CHECK(limits_problem("0.5%\n") == "quern.yaml:1:1: expected a list of limits, found '0.5%'\n    0.5%\n    ^");
  CHECK(
      limits_problem("- 0.5%\n")
          .starts_with("quern.yaml:1:3: expected a map with the keys of a limit, found '0.5%'\n    - 0.5%\n      ^ "));
}

TEST_CASE("an unknown key is shown with the word that was probably meant") {
  CHECK(limits_problem("- match: x\n  alloc_cuont: 3\n") ==
        "quern.yaml:2:3: unknown key 'alloc_cuont' in a limit\n"
        "      alloc_cuont: 3\n"
        "      ^ did you mean 'alloc_count'?");
}

TEST_CASE("a rule without a metric limits nothing") {
  CHECK(limits_problem("- match: x\n") ==
        "quern.yaml:1:3: this limit names no metric\n    - match: x\n      ^ add one, such as 'ir: 0.2%'");
}

TEST_CASE("what is no limit is shown where it is, with how to write one") {
  CHECK(limits_problem("- ir: 0.2 percent\n") ==
        "quern.yaml:1:7: '0.2 percent' is not a limit\n"
        "    - ir: 0.2 percent\n"
        "          ^ write '0.2%', '50', '0.2% | 50' or 'off'");
  CHECK(limits_problem("- ir: -5\n") ==
        "quern.yaml:1:7: '-5' is not a limit\n    - ir: -5\n          ^ write '0.2%', '50', '0.2% | 50' or 'off'");
  CHECK(limits_problem("- ir: [1]\n") == "quern.yaml:1:7: expected text, found a list\n    - ir: [1]\n          ^");
}

TEST_CASE("what is no pattern is shown where it is") {
  CHECK(limits_problem("- {match: 'add(', ir: 1}\n") ==
        "quern.yaml:1:11: 'add(' is not a regular expression: missing )\n"
        "    - {match: 'add(', ir: 1}\n"
        "              ^ escape ( ) [ ] { } . * + ? | with a backslash to mean the character itself; there are no "
        "backreferences and no look-around");
}

TEST_CASE("all mistakes are told at once, and rules with one are left out") {
  const Section section("- ir: x\n- ir: 1\n- {match: '[', ir: 1}\n", read_limits);
  CHECK(section.problems.size() == 2);
  CHECK(section.rules.limits.size() == 1);
}

TEST_CASE("adaptive limits have a number of changes and a floor, or are off") {
  const Section both("{changes: 20, floor: 0.5% | 10}\n", read_adaptive_limits);
  CHECK(both.problems.render().empty());
  CHECK(both.rules.adaptive.on);
  CHECK(both.rules.adaptive.changes == 20);
  CHECK(both.rules.adaptive.floor == Limit{0.5, 10});
  const Section off("off\n", read_adaptive_limits);
  CHECK(off.problems.render().empty());
  CHECK_FALSE(off.rules.adaptive.on);
  CHECK(CheckRules{}.adaptive.on);
  CHECK(CheckRules{}.adaptive.changes == 10);
  CHECK(CheckRules{}.adaptive.floor == Limit{0.2, std::nullopt});
}

TEST_CASE("wrong adaptive limits are shown where they are") {
  CHECK(adaptive_problem("maybe\n") == "quern.yaml:1:1: expected a map, or 'off', found 'maybe'\n    maybe\n    ^");
  CHECK(adaptive_problem("{change: 5}\n") ==
        "quern.yaml:1:2: unknown key 'change' in adaptive_limits\n    {change: 5}\n     ^ did you mean 'changes'?");
  CHECK(adaptive_problem("{changes: 3}\n") ==
        "quern.yaml:1:11: 3 changes are too few for quartiles\n    {changes: 3}\n              ^ take 4 or more");
  CHECK(adaptive_problem("{changes: many}\n") ==
        "quern.yaml:1:11: expected a whole number, found 'many'\n    {changes: many}\n              ^");
  CHECK(adaptive_problem("{floor: off}\n") ==
        "quern.yaml:1:9: 'off' is not a limit\n    {floor: off}\n            ^ write '0.2%', '50' or '0.2% | 50'");
  CHECK(adaptive_problem("{floor: 1% & 5}\n") ==
        "quern.yaml:1:9: a floor cannot be the lesser of two\n"
        "    {floor: 1% & 5}\n"
        "            ^ write '0.2%', '50' or '0.2% | 50'");
}

TEST_SUITE_END();
