// SPDX-License-Identifier: Apache-2.0
#include "harness/report/comparison/comparison_json.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/unit/compare/made_up_functions.hpp"
#include "tests/unit/model/made_up_run.hpp"

using namespace quern;
using Json = nlohmann::ordered_json;

namespace {

struct JsonSides {
  test::MadeUpRun a;
  test::MadeUpRun b;

  void add(const std::string& name, double in_a, double in_b) {
    a.add_ok({name}, Verdict::exact, in_a);
    b.add_ok({name}, Verdict::exact, in_b);
  }

  void explain_last(const test::NamedCounts& in_a, const test::NamedCounts& in_b) {
    a.run.cases.back().measurement->functions = test::functions(1, in_a);
    b.run.cases.back().measurement->functions = test::functions(1, in_b);
  }

  [[nodiscard]] Json document(std::size_t functions = 20) const {
    return comparison_document(compare(a.run, b.run), "0.1.0", functions);
  }
};

double sum_of_deltas(const Json& list) {
  double sum = 0;
  for (const Json& entry : list) sum += entry.at("delta").get<double>();
  return sum;
}

}  // namespace

TEST_SUITE_BEGIN("harness/report/comparison/comparison_json");

TEST_CASE("a document says what it is and how the comparison went") {
  JsonSides sides;
  sides.add("x", 10, 20);
  sides.b.run.interrupted = true;
  sides.a.run.stable = false;
  sides.b.run.environment.glibc = "2.31";
  const Json json = sides.document();
  CHECK(json["schema"] == "quern.comparison/1");
  CHECK(json["quern"] == "0.1.0");
  CHECK(json["duration_s"] == 61.25);
  CHECK(json["interrupted"] == true);
  CHECK(json["stable"] == false);
  CHECK(json["a"]["glibc"] == "2.36");
  CHECK(json["b"]["glibc"] == "2.31");
  CHECK(json["differences"] == Json::array({{{"what", "glibc"}, {"a", "2.36"}, {"b", "2.31"}}}));
  CHECK(json["summary"] == Json({{"same", 0},
                                 {"faster", 0},
                                 {"slower", 1},
                                 {"unstable", 0},
                                 {"one_sided", 0},
                                 {"failed", 0},
                                 {"largest", "x:eager:forward:cpp:t1"},
                                 {"geometric_mean", 2.0}}));
}

TEST_CASE("whether the libraries are the same is true, false or null") {
  JsonSides sides;
  CHECK(sides.document()["same_libraries"].is_null());  // one has no build-id
  sides.a.run.environment.libraries.pop_back();
  CHECK(sides.document()["same_libraries"] == false);
  sides.b.run.environment.libraries.pop_back();
  CHECK(sides.document()["same_libraries"] == true);
}

TEST_CASE("a compared case has numbers, and null where there is nothing to say") {
  JsonSides sides;
  sides.add("x", 10, 15);
  const Json json = sides.document()["cases"][0];
  CHECK(json == Json({{"id", "x:eager:forward:cpp:t1"},
                      {"a", 10.0},
                      {"b", 15.0},
                      {"delta", 5.0},
                      {"ratio", 1.5},
                      {"verdict", "slower"},
                      {"spread", 0.0},
                      {"limit", nullptr},
                      {"waived", nullptr},
                      {"reason", nullptr},
                      {"layers", Json::array()},
                      {"functions", Json::array()}}));
}

TEST_CASE("a case without numbers has null for them, and a reason") {
  JsonSides sides;
  sides.a.add_ok({"x"}, Verdict::exact, 3);
  sides.b.add_failed({"x"}, "broken");
  const Json document = sides.document();
  const Json& json = document["cases"][0];
  CHECK(json["a"] == 3.0);
  for (const char* key : {"b", "delta", "ratio"}) CHECK(json[key].is_null());
  CHECK(json["verdict"] == "only_a");
  CHECK(json["reason"] == "broken");
  CHECK(document["summary"]["largest"].is_null());
}

TEST_CASE("a count that is no multiple has a delta and no ratio") {
  JsonSides sides;
  sides.add("from nothing", 0, 10);
  sides.add("below nothing", 10, -1);
  const Json document = sides.document();
  for (const Json& json : document["cases"]) {
    CHECK(json["delta"].is_number());
    CHECK(json["ratio"].is_null());
  }
}

TEST_CASE("the functions of a change, with those of both sides") {
  JsonSides sides;
  sides.add("x", 30, 36);
  sides.explain_last({{"malloc", 10}, {"f", 20}}, {{"malloc", 10}, {"f", 26}});
  const Json json = sides.document()["cases"][0];
  CHECK(json["functions"] == Json::array({{{"name", "f"},
                                           {"file", "???"},
                                           {"library", "libtorch_cpu.so"},
                                           {"a", 20.0},
                                           {"b", 26.0},
                                           {"delta", 6.0}}}));
  CHECK(json["layers"] == Json::array({{{"layer", "allocator"}, {"a", 10.0}, {"b", 10.0}, {"delta", 0.0}},
                                       {{"layer", "other"}, {"a", 20.0}, {"b", 26.0}, {"delta", 6.0}}}));
}

TEST_CASE("what is left out is in one entry, so that the deltas always sum to the change") {
  JsonSides sides;
  sides.add("x", 165, 208);
  sides.explain_last({{"one", 5}, {"two", 10}, {"three", 50}, {"at::f(int)", 100}},
                     {{"one", 6}, {"two", 30}, {"three", 20}, {"at::f(long)", 152}});
  for (const std::size_t most : {0U, 1U, 2U, 3U, 20U}) {
    CAPTURE(most);
    const Json functions = sides.document(most)["cases"][0]["functions"];
    CHECK(functions.size() == std::min<std::size_t>(most, 3) + 1);
    CHECK(functions.back()["name"] == "(other)");
    CHECK(sum_of_deltas(functions) == 43);
  }
  CHECK(sides.document(20)["cases"][0]["functions"].back()["delta"] == 52.0);  // the renamed one
  CHECK(sum_of_deltas(sides.document()["cases"][0]["layers"]) == 43);
}

TEST_CASE("an unchanged case names no functions") {
  JsonSides sides;
  sides.add("x", 5, 5);
  sides.explain_last({{"f", 5}}, {{"g", 5}});
  CHECK(sides.document()["cases"][0]["functions"] == Json::array());
}

TEST_CASE("bytes that are not UTF-8 do not stop the document") {
  JsonSides sides;
  sides.a.add_failed({"x"}, "caf\xe9");
  sides.b.add_failed({"x"}, "\xff");
  sides.add("y", 1, 2);
  sides.explain_last({{"f\xff", 1}}, {{"f\xff", 2}});
  sides.b.run.environment.libraries.push_back({"lib\xff.so", "aa"});
  sides.b.run.environment.source = "source env\xff/bin/activate";
  sides.b.run.environment.build = "\xff";
  const Json json = Json::parse(sides.document().dump());
  CHECK(json["cases"][0]["reason"] == "caf\uFFFD; \uFFFD");
  CHECK(json["cases"][1]["functions"][0]["name"] == "f\uFFFD");
  CHECK(json["differences"].back()["what"] == "lib\uFFFD.so");
}

TEST_SUITE_END();
