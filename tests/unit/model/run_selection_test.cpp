// SPDX-License-Identifier: Apache-2.0
#include "harness/model/run_selection.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "harness/model/run_json.hpp"
#include "harness/model/run_reader.hpp"
#include "tests/unit/model/made_up_run.hpp"

using namespace quern;

namespace {

const RunSelection kEverything{};
const RunSelection kFiltered{.filter = "^a"};
const RunSelection kFull{{"my.yaml", "more"}, "^a b", {"x", "y"}, {"cpp"}, {1, 2}, "1/3"};

nlohmann::ordered_json document(const std::optional<RunSelection>& selection) {
  test::MadeUpRun made;
  made.run.selection = selection;
  return run_document(made.run, "0.1.0");
}

std::optional<RunSelection> again(const std::optional<RunSelection>& selection) {
  return run_of(document(selection), "a document").run.selection;
}

}  // namespace

TEST_SUITE_BEGIN("harness/model/run_selection");

TEST_CASE("a document has what narrowed the run, null if nothing did, and an older one says nothing") {
  CHECK(document(kFull)["selection"].dump() ==
        R"({"suites":["my.yaml","more"],"filter":"^a b","tags":["x","y"],"languages":["cpp"],)"
        R"("threads":[1,2],"shard":"1/3"})");
  CHECK(document(kFiltered)["selection"].dump() == R"({"filter":"^a"})");
  CHECK(document(kEverything)["selection"].is_null());
  CHECK_FALSE(document(std::nullopt).contains("selection"));
  for (const std::optional<RunSelection>& selection :
       {std::optional(kFull), std::optional(kFiltered), std::optional(kEverything), std::optional<RunSelection>{}})
    CHECK((again(selection) == selection));
}

TEST_CASE("a selection that is none is refused") {
  for (const char* wrong : {"3", "[]", "\"-f x\"", R"({"filter": 3})", R"({"threads": ["1"]})", R"({"threads": [1.5]})",
                            R"({"suites": "a"})"}) {
    CAPTURE(wrong);
    nlohmann::ordered_json json = document(kFull);
    json["selection"] = nlohmann::ordered_json::parse(wrong);
    CHECK_THROWS_AS(run_of(json, "a document"), Error);
  }
}

TEST_CASE("everything covers what is narrower, and not the other way round") {
  CHECK(kEverything.covers(kEverything));
  CHECK(kEverything.covers(kFiltered));
  CHECK_FALSE(kFiltered.covers(kEverything));
  CHECK(kFiltered.covers(kFiltered));
  CHECK(kFiltered.covers({.filter = "^a", .languages = {"cpp"}}));
  CHECK_FALSE(kFiltered.covers({.filter = "^b"}));
  CHECK_FALSE(kFiltered.covers({.languages = {"cpp"}}));
  CHECK_FALSE(RunSelection{.tags = {"x"}}.covers({.tags = {"y"}}));
  CHECK_FALSE(RunSelection{.languages = {"cpp"}}.covers(kEverything));
  CHECK_FALSE(RunSelection{.threads = {1}}.covers(kEverything));
}

TEST_CASE("other suites are not covered, and a shard covers nothing, since a new case moves others into it") {
  CHECK_FALSE(kEverything.covers({.suites = {"my.yaml"}}));
  CHECK_FALSE(RunSelection{.suites = {"my.yaml"}}.covers(kEverything));
  CHECK(RunSelection{.suites = {"my.yaml"}}.covers({.suites = {"my.yaml"}, .filter = "^a"}));
  CHECK_FALSE(RunSelection{.shard = "1/3"}.covers({.shard = "1/3"}));
  CHECK(kEverything.covers({.shard = "1/3"}));
}

TEST_CASE("what a newer quern narrowed by is not known here, so that nothing is covered") {
  nlohmann::ordered_json json = document(kEverything);
  json["selection"] = {{"device", "cpu"}};
  const std::optional<RunSelection> newer = run_of(json, "a document").run.selection;
  REQUIRE(newer);
  CHECK_FALSE(newer->covers(kEverything));
  CHECK_FALSE(newer->covers(*newer));
  CHECK(newer->text() == "the standard suite and options of a newer quern");
}

TEST_CASE("what narrows further fills what was not narrowed") {
  CHECK(kFiltered.narrowed_by({.suites = {"s"}, .filter = "^b", .tags = {"x"}}) ==
        RunSelection{.filter = "^a", .tags = {"x"}});
  CHECK(kEverything.narrowed_by({.languages = {"cpp"}, .threads = {2}, .shard = "1/2"}) ==
        RunSelection{.languages = {"cpp"}, .threads = {2}, .shard = "1/2"});
}

TEST_CASE("for people it is what they would type") {
  CHECK(kFull.text() == "'my.yaml more -f ^a b --tag x,y --language cpp --threads 1,2 --shard 1/3'");
  CHECK(kEverything.text() == "the standard suite");
}

TEST_SUITE_END();
