// SPDX-License-Identifier: Apache-2.0
#include "harness/report/check/check_sarif.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/unit/report/check/made_up_check.hpp"

using namespace quern;
using test::MadeUpCheck;

namespace {

nlohmann::json sarif(const Check& check) {
  std::ostringstream out;
  write_check_sarif(check, "0.1.0", out);
  return nlohmann::json::parse(out.str());
}

}  // namespace

TEST_SUITE_BEGIN("harness/report/check/check_sarif");

TEST_CASE("a result for each finding, with its rule, level and place") {
  MadeUpCheck made;
  add_everything(made);
  const nlohmann::json document = sarif(made.check);
  CHECK(document["version"] == "2.1.0");
  const nlohmann::json& run = document["runs"][0];
  CHECK(run["tool"]["driver"]["version"] == "0.1.0");
  CHECK(run["properties"]["verdict"].get<std::string>().starts_with("mixed: 2 of 14 cases"));
  std::string found;
  for (const nlohmann::json& result : run["results"]) {
    CHECK(run["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()]["id"] == result["ruleId"]);
    found += result["ruleId"].get<std::string>() + "=" + result["level"].get<std::string>() +
             (result.contains("suppressions") ? "(accepted) " : " ");
  }
  CHECK(found ==
        "expired=error regressed=error regressed=error failed=error disappeared=error redefined=error skipped=error "
        "unstable=warning added=error regressed=error(accepted) disappeared=error(accepted) improved=note ");
  CHECK(run["results"][2] == nlohmann::json::parse(R"json({
    "ruleId": "regressed", "ruleIndex": 0, "level": "error",
    "message": {"text":
      "g/slower:eager:forward:cpp:t1: regressed: 5,070 → 5,278, +208 (+4.10 %, medium); limit 0.2% (default)"},
    "locations": [{"physicalLocation": {"artifactLocation": {"uri": "definitions/s.yaml", "uriBaseId": "%SRCROOT%"},
                                        "region": {"startLine": 41, "startColumn": 5}}}],
    "partialFingerprints": {"quernCase/v1": "g/slower:eager:forward:cpp:t1 ir"}})json"));
  CHECK(run["results"][8]["message"]["text"] ==
        "g/new:eager:forward:cpp:t1: added (head 7): the base does not have it (--allow added accepts new cases)");
  CHECK(run["results"][9]["suppressions"] == nlohmann::json::parse(R"json([{"kind": "external", "justification":
    "waived until 2026-12-31 by ann: the new dispatcher, see #12 (waivers.yaml:3)"}])json"));
}

TEST_CASE("what concerns the whole check is a result without a place") {
  MadeUpCheck made;
  made.add("a", Finding::regressed, 1, 2);
  made.check.comparison.stable = false;
  made.check.blocking = {test::made_up_difference(FactKind::compiler, "", "a", "b")};
  const nlohmann::json results = sarif(made.check)["runs"][0]["results"];
  REQUIRE(results.size() == 2);
  CHECK(results[0]["ruleId"] == "not-comparable");
  CHECK(results[1]["ruleId"] == "unstable");
  CHECK_FALSE(results[0].contains("locations"));
}

TEST_CASE("places are addresses, and only files are places") {
  MadeUpCheck made;
  const auto location = [&](const std::string& file) {
    made.check.cases.clear();
    made.add("a", Finding::regressed, 1, 2);
    made.last().definition.file = file;
    const nlohmann::json result = sarif(made.check)["runs"][0]["results"][0];
    return result.contains("locations") ? result["locations"][0]["physicalLocation"]["artifactLocation"].dump() : "";
  };
  CHECK(location("my suites/a:b#ä.yaml") == R"({"uri":"my%20suites/a%3Ab%23%C3%A4.yaml","uriBaseId":"%SRCROOT%"})");
  CHECK(location("/usr/share/x.yaml") == R"({"uri":"file:///usr/share/x.yaml"})");
  CHECK(location("command line").empty());
  CHECK(location("").empty());
}

TEST_CASE("any name makes a document, and none makes a link") {
  MadeUpCheck made;
  add_evil(made);
  made.add("[x](y)", Finding::regressed, 1, 2);
  const nlohmann::json results = sarif(made.check)["runs"][0]["results"];
  CHECK(results[2]["message"]["text"].get<std::string>().starts_with("g/\\[x\\](y):eager:forward:cpp:t1: regressed"));
  CHECK(results.size() == 4);
}

TEST_SUITE_END();
