// SPDX-License-Identifier: Apache-2.0
#include "harness/report/check/check_json.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "harness/report/comparison/comparison_json.hpp"
#include "tests/unit/compare/two_runs.hpp"

using namespace quern;
using test::TwoRuns;
using Json = nlohmann::ordered_json;

namespace {

Json document_of(const Check& check) { return Json::parse(check_document(check, "0.1.0", 20).dump()); }

}  // namespace

TEST_SUITE_BEGIN("harness/report/check/check_json");

TEST_CASE("a case has its limits, its finding and what was said of it") {
  TwoRuns runs;
  runs.add("x", 1000, 1015);
  runs.set_metric("alloc_count", 4, 5);
  runs.limit("", "ir", "1% | 3").metrics["alloc_count"] = Limit{std::nullopt, 1};
  const Json json = document_of(runs.check())["cases"][0];
  CHECK(json["a"] == 1000.0);
  CHECK(json["verdict"] == "slower");
  CHECK(json["limit"] == Json({{"ir", {{"text", "1% | 3"}, {"allowance", 10.0}, {"origin", "quern.yaml:2"}}},
                               {"alloc_count", {{"text", "1"}, {"allowance", 1.0}, {"origin", "quern.yaml:2"}}}}));
  CHECK(json["waived"].is_null());
  CHECK(json["expired"].is_null());
  CHECK(json["allowed"] == false);
  CHECK(json["finding"] == "regressed");
  CHECK(json["fails"] == true);
  CHECK(json["magnitude"] == "small");
  CHECK(json["metrics"] == Json({{"alloc_count", {{"a", 4.0}, {"b", 5.0}, {"delta", 1.0}, {"finding", "unchanged"}}}}));
  CHECK(json["note"].is_null());
}

TEST_CASE("a case without limits has null, and a waived one says by whom") {
  TwoRuns runs;
  runs.add("x", 1000, 1100);
  runs.base.add_failed({"y"}, "broken");
  runs.head.add_failed({"y"}, "broken");
  runs.waive("^x");
  const Json cases = document_of(runs.check())["cases"];
  CHECK(cases[0]["waived"] == Json({{"reason", "known"}, {"who", "ada"}, {"expires", "2026-12-31"}}));
  CHECK(cases[0]["fails"] == false);
  CHECK(cases[1]["limit"].is_null());
  CHECK(cases[1]["metrics"] == Json::object());
  CHECK(cases[1]["finding"] == "failed");
  CHECK(cases[1]["note"] == "broken; the base failed too");
}

TEST_CASE("the check as a whole is a part of its own") {
  TwoRuns runs;
  runs.add("x", 1000, 1100);
  runs.add("y", 1000, 900);
  runs.head.run.environment.glibc = "2.31";
  runs.head.run.commit = "abc";
  runs.waive("^no", "2026-11-16");
  Check check = runs.check();
  check.base.name = "main";
  check.head.measured = true;
  check.reproduce = "quern check --base main";
  const Json document = document_of(check);
  CHECK(document["schema"] == "quern.comparison/1");
  const Json& json = document["check"];
  CHECK(json["verdict"] == "mixed");
  CHECK(json["fails"] == true);
  CHECK(json["unstable"] == false);
  CHECK(json["base"] == Json({{"name", "main"}, {"measured", false}, {"commit", nullptr}}));
  CHECK(json["head"] == Json({{"name", "default"}, {"measured", true}, {"commit", "abc"}}));
  CHECK(json["counts"] == Json({{"unchanged", 0},
                                {"improved", 1},
                                {"regressed", 1},
                                {"unstable", 0},
                                {"added", 0},
                                {"disappeared", 0},
                                {"failed", 0},
                                {"skipped", 0},
                                {"redefined", 0},
                                {"absent", 0},
                                {"unmeasured", 0},
                                {"layout", 0}}));
  CHECK(json["blocking"] == Json::array({{{"what", "glibc"}, {"a", "2.36"}, {"b", "2.31"}}}));
  CHECK(json["expired"] == Json::array({{{"reason", "known"},
                                         {"who", "ada"},
                                         {"expires", "2026-11-16"},
                                         {"match", "^no"},
                                         {"where", "waivers.yaml:10:5"}}}));
  CHECK(json["warnings"] == Json::array({"waivers.yaml:10: the waiver '^no' matches no case"}));
  CHECK(json["confirmation"] == "not_needed");
  CHECK(json["reproduce"] == "quern check --base main");
}

TEST_CASE("a comparison without a check is as it was") {
  TwoRuns runs;
  runs.add("x", 1000, 1100);
  const Json plain = comparison_document(compare(runs.base.run, runs.head.run), "0.1.0", 20);
  CHECK_FALSE(plain.contains("check"));
  CHECK_FALSE(plain["cases"][0].contains("finding"));
  CHECK(plain["cases"][0]["limit"].is_null());
}

TEST_CASE("odd texts pass through unharmed, and bytes that are not UTF-8 do not stop the document") {
  const std::string odd = "<script>\"'&\n\x1b[31m";
  TwoRuns runs;
  runs.add(odd, 1000, 1100);
  runs.base.add_failed({"y"}, "caf\xe9");
  runs.head.add_failed({"y"}, "caf\xe9");
  runs.waive("script").reason = odd;
  Check check = runs.check();
  check.head.name = "run\xff";
  const Json json = document_of(check);
  CHECK(json["cases"][0]["id"] == runs.head.run.cases[0].args->id);
  CHECK(json["cases"][0]["waived"]["reason"] == odd);
  CHECK(json["cases"][1]["note"] == "caf\uFFFD; the base failed too");
  CHECK(json["check"]["head"]["name"] == "run\uFFFD");
}

TEST_SUITE_END();
