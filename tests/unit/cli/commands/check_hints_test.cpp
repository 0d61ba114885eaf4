// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/check_hints.hpp"

#include <doctest/doctest.h>

using namespace quern;

namespace {

SideSource stored(const std::string& text) { return {text, std::nullopt}; }
SideSource measured(const std::string& text) { return {text, EnvironmentSpec{}}; }

}  // namespace

TEST_SUITE_BEGIN("harness/cli/commands/check_hints");

TEST_CASE("a head that was measured is measured again, with the same selection") {
  Selection selection;
  selection.suites = {"benchmarks"};
  selection.filter = "^a|b";
  CHECK(rebase_command(stored("main"), measured("pr"), {selection, {}}) ==
        "quern run benchmarks -f '^a|b' --env pr --save main");
  MeasuringOptions options;
  options.run.allocator = "system";
  options.run.metrics = {"alloc", "cache"};
  CHECK(rebase_command(stored("main"), measured(""), {{}, options}) ==
        "quern run --metrics alloc,cache --allocator system --save main");
  CHECK(rebase_command(stored("main~2"), measured(""), {}) == "quern run --save main");
  CHECK(rebase_command(stored("main"), measured("source a b"), {}) == "quern run --env 'source a b' --save main");
  CHECK(rebase_command(stored("base.json"), measured(""), {}) == "quern run --functions --format json -o base.json");
}

TEST_CASE("a head that is stored gets the base's name, a file takes its place") {
  CHECK(rebase_command(stored("main"), stored("it's"), {}) == "quern runs tag 'it'\\''s' main");
  CHECK(rebase_command(stored("latest"), stored("12"), {}) == "quern runs tag 12 NAME");
  CHECK(rebase_command(stored("0123abc"), stored("pr"), {}) == "quern runs tag pr NAME");
  CHECK(rebase_command(stored("base.json"), stored("runs/pr.json"), {}) == "cp runs/pr.json base.json");
}

TEST_CASE("between a name and a file, and to an environment, no single command leads") {
  CHECK(rebase_command(stored("base.json"), stored("pr"), {}).empty());
  CHECK(rebase_command(stored("main"), stored("pr.json"), {}).empty());
  CHECK(rebase_command(measured("main"), measured("pr"), {}).empty());
}

TEST_SUITE_END();
