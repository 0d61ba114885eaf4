// SPDX-License-Identifier: Apache-2.0
#include "harness/model/case_time_json.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "harness/model/run_json.hpp"
#include "harness/model/run_reader.hpp"
#include "tests/unit/model/made_up_run.hpp"

using namespace quern;
using Json = nlohmann::ordered_json;

namespace {

CaseTime some_time() {
  return {"cpu", "cpu", 812, 9, 809, 815.5, 240, 128, 3, {811, 812, 813}, {800, 850, {1, 8, 2}}, {"it drifts"}};
}

Json changed(const char* key, const Json& value) {
  Json json = time_json(some_time());
  json[key] = value;
  return json;
}

}  // namespace

TEST_SUITE_BEGIN("harness/model/case_time_json");

TEST_CASE("a time that is written is read as it was") { CHECK(time_of(time_json(some_time())) == some_time()); }

TEST_CASE("what contradicts itself is refused, and the field is named") {
  CHECK_THROWS_WITH_AS(time_of(changed("low", 900)), "'time_ns' has a median outside of its interval", Error);
  CHECK_THROWS_WITH_AS(time_of(changed("low", -1)), "'low' is a time below 0", Error);
  CHECK_THROWS_WITH_AS(time_of(changed("samples", -1)), "'samples' is out of range", Error);
  CHECK_THROWS_AS(time_of(changed("rounds", "many")), Error);
  CHECK_THROWS_AS(time_of(Json::object()), Error);
}

TEST_CASE("fields that came later may be missing") {
  Json json = time_json(some_time());
  for (const char* key : {"rounds", "histogram", "warnings", "dropped", "block"}) json.erase(key);
  CHECK(time_of(json).median == 812);
}

TEST_CASE("a run of times alone has no count in its document, and a reader makes none up") {
  test::MadeUpRun made;
  made.add({"add"}, Status::ok).measurement.emplace().set_time(some_time());
  const Json document = run_document(made.run, "1.2.3");
  const Json& entry = document["cases"][0];
  for (const char* key : {"instructions", "verdict", "spread", "windows"}) CHECK_FALSE(entry.contains(key));
  CHECK_FALSE(entry["metrics"].contains("time"));
  const StoredRun stored = run_of(document, "x");
  const Measurement& read = *stored.run.cases.front().measurement;
  CHECK_FALSE(read.counted());
  CHECK(read.time == some_time());
  CHECK(read.find(kTime)->interval == Interval{809, 815.5, 240});
}

TEST_CASE("a document with neither count nor time is refused") {
  test::MadeUpRun made;
  made.add_ok({"add"}, Verdict::exact, 7);
  Json document = run_document(made.run, "1.2.3");
  document["cases"][0].erase("instructions");
  CHECK_THROWS_AS(run_of(document, "x"), Error);
}

TEST_SUITE_END();
