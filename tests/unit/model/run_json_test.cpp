// SPDX-License-Identifier: Apache-2.0
#include "harness/model/run_json.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "harness/model/run_reader.hpp"
#include "tests/unit/model/made_up_run.hpp"

using namespace quern;
using Json = nlohmann::ordered_json;

namespace {

std::vector<std::string> keys_of(const Json& json) {
  std::vector<std::string> keys;
  for (const auto& item : json.items()) keys.push_back(item.key());
  return keys;
}

}  // namespace

TEST_SUITE_BEGIN("harness/model/run_json");

TEST_CASE("a document says what it is and how the run went") {
  test::MadeUpRun made;
  made.run.interrupted = true;
  made.run.stable = false;
  const Json json = run_document(made.run, "0.1.0");
  CHECK(keys_of(json) == std::vector<std::string>{"schema", "quern", "started", "commit", "duration_s", "interrupted",
                                                  "environment", "stable", "notes", "cases"});
  CHECK(json["schema"] == "quern.run/1");
  CHECK(json["quern"] == "0.1.0");
  CHECK(json["started"] == "2026-11-16T01:00:00Z");
  CHECK(json["duration_s"] == 61.25);
  CHECK(json["interrupted"] == true);
  CHECK(json["stable"] == false);
  CHECK(json["cases"] == Json::array());
}

TEST_CASE("notes are of the run or of a case, and a reader gets them back") {
  test::MadeUpRun made;
  made.add_ok({"Pointwise", "Add one"}, Verdict::exact, 0, 0);
  made.run.notes = {"sentry add moved from 1 to 2"};
  made.run.cases.back().notes = {"the statement compiles to nothing"};
  const Json json = run_document(made.run, "0.1.0");
  CHECK(json["notes"] == Json({"sentry add moved from 1 to 2"}));
  CHECK(json["cases"][0]["notes"] == Json({"the statement compiles to nothing"}));
  const StoredRun read = run_of(json, "a document");
  CHECK(read.run.notes == made.run.notes);
  CHECK(read.run.cases.front().notes == made.run.cases.back().notes);
}

TEST_CASE("the environment has null where nothing is known") {
  test::MadeUpRun made;
  Json json = run_document(made.run, "0.1.0")["environment"];
  CHECK(json["torch_git"].is_null());
  CHECK(json["python"].is_null());
  CHECK(json["libraries"][0] == Json({{"file", "libtorch_cpu.so"}, {"build_id", "abcd"}, {"size", 0}, {"path", ""}}));
  CHECK(json["libraries"][1]["build_id"].is_null());
  CHECK(json["pinned"] == Json({{"PYTHONHASHSEED", "0"}}));
  made.run.environment.torch_git = "49444c3";
  made.run.environment.python = "3.11.2";
  json = run_document(made.run, "0.1.0")["environment"];
  CHECK(json["torch_git"] == "49444c3");
  CHECK(json["python"] == "3.11.2");
}

TEST_CASE("a measured case has numbers and no failure") {
  test::MadeUpRun made;
  made.add_ok({"Pointwise", "Add one"}, Verdict::settled, 5070.5, 3);
  made.run.cases.back().measurement->values["alloc_count"] = {1};
  const Json json = run_document(made.run, "0.1.0")["cases"][0];
  CHECK(keys_of(json) == std::vector<std::string>{"id", "label", "runtime", "pass", "language", "num_threads", "tags",
                                                  "definition", "definition_hash", "status", "verdict", "instructions",
                                                  "spread", "windows", "metrics", "duration_s", "failure"});
  CHECK(json["id"] == "pointwise/add_one:eager:forward:cpp:t1");
  CHECK(json["label"] == Json({"Pointwise", "Add one"}));
  CHECK(json["definition"] == "s.yaml:41:5");
  CHECK(json["status"] == "ok");
  CHECK(json["verdict"] == "settled");
  CHECK(json["instructions"] == 5070.5);
  CHECK(json["spread"] == 3);
  CHECK(json["windows"][0] == Json({{"iterations", 10}, {"instructions", 507}}));
  CHECK(json["windows"][1] == Json({{"iterations", 110}, {"instructions", 5507}, {"events", {{"Dr", 3}}}}));
  CHECK(json["metrics"] == Json({{"alloc_count", 1}}));
  CHECK(json["failure"].is_null());
}

TEST_CASE("a case without metrics has an empty object, not null") {
  test::MadeUpRun made;
  made.add_ok({"a"}, Verdict::exact, 1);
  CHECK(run_document(made.run, "0.1.0")["cases"][0]["metrics"].dump() == "{}");
}

TEST_CASE("a failed or skipped case has a failure and no numbers") {
  test::MadeUpRun made;
  made.add_failed({"a"}, "no");
  made.add({"b"}, Status::skipped).failure = Failure{FailureKind::requirement, "needs torch >=2.0", "s.yaml:41:5", ""};
  const Json cases = run_document(made.run, "0.1.0")["cases"];
  for (const Json& json : cases)
    for (const char* key : {"verdict", "instructions", "spread", "windows", "metrics", "time_ns"})
      CHECK_FALSE(json.contains(key));
  CHECK(cases[0]["failure"] ==
        Json({{"kind", "exception"}, {"message", "no"}, {"where", "s.yaml:41:5"}, {"log", "all of it"}}));
  CHECK(cases[1]["status"] == "skipped");
}

TEST_CASE("every word of the enumerations is written") {
  CHECK(to_string(Verdict::exact) == "exact");
  CHECK(to_string(Verdict::settled) == "settled");
  CHECK(to_string(Verdict::jitter) == "jitter");
  CHECK(to_string(Status::ok) == "ok");
  CHECK(to_string(Status::failed) == "failed");
  CHECK(to_string(Status::skipped) == "skipped");
}

TEST_CASE("counts beyond what a double holds stay exact") {
  test::MadeUpRun made;
  made.add_ok({"a"}, Verdict::exact, 1);
  made.run.cases.back().measurement->windows = {{1, {{"Ir", 18446744073709551615U}}}};
  CHECK(run_document(made.run, "0.1.0").dump().find("\"instructions\":18446744073709551615}") != std::string::npos);
}

TEST_CASE("bytes that are not UTF-8, which a program may print, do not stop the document") {
  test::MadeUpRun made;
  made.add_failed({"a"}, "\xff");
  CHECK(run_document(made.run, "0.1.0").dump().find("\xEF\xBF\xBD") != std::string::npos);
}

TEST_SUITE_END();
