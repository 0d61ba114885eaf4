// SPDX-License-Identifier: Apache-2.0
#include "harness/model/run_reader.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.hpp"
#include "harness/model/run_json.hpp"
#include "harness/process/temporary_folder.hpp"
#include "tests/unit/model/made_up_run.hpp"

using namespace quern;
using Json = nlohmann::ordered_json;

namespace {

StoredRun read_run(const std::string& text, const std::string& name) { return run_of(parse_run(text, name), name); }

/// A run with one case of each kind, and all that a document can hold.
Json full_document() {
  test::MadeUpRun made;
  made.run.interrupted = true;
  made.run.stable = false;
  Fingerprint& environment = made.run.environment;
  environment.source = "source bin/activate";
  environment.torch_git = "49444c3";
  environment.cxx11_abi = false;
  environment.installation = "cpp";
  environment.libraries.push_back({"libc10.so", "ef01", 4096, "/x/libc10.so"});
  environment.python = "3.11.2";
  environment.guest_cpu = "avx2";
  environment.build = "PyTorch built with:\n - GCC";
  made.add_ok({"Pointwise", "Add one"}, Verdict::settled, 5070.5, 3);
  Measurement& measurement = *made.run.cases.back().measurement;
  measurement.values["alloc_count"] = {1};
  measurement.values["alloc_bytes"] = {17.5, 0.5, Interval{17, 18, 40}};
  measurement.functions =
      CaseFunctions{48, FunctionCounts({{{"f(int)", "a.cpp", "libc10.so"}, 480}, {{"g", "???", "libc.so.6"}, -3}}),
                    FunctionCounts({{{"f(int)", "a.cpp", "libc10.so"}, 900}, {{"main", "???", "snippets"}, 1000}})};
  measurement.profile = "kept/x.callgrind";
  made.add_ok({"b"}, Verdict::exact, 1);
  made.last().language = Language::python;
  made.last().runtime = Runtime::torchscript;
  made.last().pass = Pass::forward_backward;
  made.last().num_threads = 2;
  made.last().device = "cuda:0";
  made.run.cases.back().measurement->windows = {{1, {{"Ir", 18446744073709551615U}}}};
  made.add_ok({"c"}, Verdict::jitter, 12, 5);
  made.last().runtime = Runtime::explicit_;
  made.last().pass = Pass::explicit_;
  made.add_failed({"d"}, "no \"way\"\n");
  made.add({"e"}, Status::skipped).failure = Failure{FailureKind::requirement, "needs torch >=2.0", "", ""};
  return run_document(made.run, "0.1.0");
}

/// What is said of a document with some damage; nothing if it is read.
std::optional<std::string> complaint(const std::string& text) {
  try {
    read_run(text, "old/run.json");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    CHECK(std::string(error.what()).starts_with("'old/run.json' is not a run of quern: "));
    CHECK_FALSE(error.hint().empty());
    return error.what();
  }
  return std::nullopt;
}

std::optional<std::string> complaint(const std::function<void(Json&)>& damage) {
  Json json = full_document();
  damage(json);
  return complaint(json.dump());
}

bool contains(const std::optional<std::string>& text, const std::string& part) {
  INFO(text.value_or("no complaint"));
  INFO(part);
  return text && text->find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE_BEGIN("harness/model/run_reader");

TEST_CASE("what was written is read, and written as it was") {
  const Json written = full_document();
  const StoredRun stored = read_run(written.dump(), "run.json");
  CHECK(run_document(stored.run, "0.1.0").dump(2) == written.dump(2));
  CHECK(stored.cases.size() == 5);
  for (std::size_t i = 0; i < stored.cases.size(); ++i) CHECK(stored.run.cases[i].args == &stored.cases[i]);
}

TEST_CASE("the functions and the profile of a case survive") {
  const StoredRun stored = read_run(full_document().dump(), "run.json");
  const Measurement& measurement = *stored.run.cases[0].measurement;
  REQUIRE(measurement.functions.has_value());
  CHECK(measurement.functions->iterations == 48);
  CHECK(measurement.functions->self ==
        FunctionCounts({{{"f(int)", "a.cpp", "libc10.so"}, 480}, {{"g", "???", "libc.so.6"}, -3}}));
  CHECK(measurement.functions->inclusive.count({"main", "???", "snippets"}) == 1000);
  CHECK(measurement.profile == "kept/x.callgrind");
  CHECK(measurement.windows.at(1).events == std::map<std::string, std::uint64_t>{{"Dr", 3}, {"Ir", 5507}});
  CHECK_FALSE(stored.run.cases[1].measurement->functions.has_value());
  CHECK(stored.run.cases[1].measurement->windows.at(0).instructions() == 18446744073709551615U);
}

TEST_CASE("where a case is defined is a place again, also in a file with colons") {
  Json json = full_document();
  json["cases"][0]["definition"] = "C:/odd:name.yaml:41:5";
  json["cases"][1]["definition"] = "nowhere";
  json["cases"][2]["definition"] = ":5";
  const StoredRun stored = read_run(json.dump(), "run.json");
  CHECK(stored.cases[0].definition.file == "C:/odd:name.yaml");
  CHECK(stored.cases[0].definition.line == 41);
  CHECK(stored.cases[0].definition.column == 5);
  CHECK(stored.cases[1].definition.file == "nowhere");
  CHECK(stored.cases[2].definition.file == ":5");
}

TEST_CASE("fields of newer versions are passed over, and what may be missing is empty") {
  Json json = full_document();
  json["new"] = 1;
  json["cases"][0]["new"] = Json::object();
  for (const char* key : {"source", "libraries", "pinned", "python"}) json["environment"].erase(key);
  for (const char* key : {"spread", "windows", "metrics", "functions", "profile"}) json["cases"][0].erase(key);
  const StoredRun stored = read_run(json.dump(), "run.json");
  CHECK(stored.run.environment.libraries.empty());
  CHECK(stored.run.cases[0].measurement->instructions() == 5070.5);
  CHECK(stored.run.cases[0].measurement->windows.empty());
}

TEST_CASE("what is no document of a run is refused") {
  for (const char* text :
       {"", "{", "no JSON", "{\"schema\": \"quern.run/1\"} x", "\xff\xfe", "{\"schema\": \"\xff\"}"}) {
    CAPTURE(text);
    CHECK(complaint(text).has_value());
  }
  for (const char* text : {"[]", "null", "3", "\"quern.run/1\"", "{}"}) {
    CAPTURE(text);
    CHECK(contains(complaint(text), "no document of quern"));
  }
  CHECK(complaint(std::string(100000, '[')).has_value());
}

TEST_CASE("another schema is named") {
  CHECK(contains(complaint([](Json& json) { json["schema"] = "quern.run/2"; }), "its schema is 'quern.run/2'"));
  CHECK(contains(complaint([](Json& json) { json["schema"] = "quern.comparison/1"; }), "'quern.comparison/1'"));
  CHECK(contains(complaint([](Json& json) { json["schema"] = 1; }), "'schema'"));
}

TEST_CASE("a field that must be there is named if it is missing") {
  const std::vector<std::pair<const char*, std::vector<const char*>>> fields = {
      {"", {"environment", "cases"}},
      {"/environment", {"name", "torch_version"}},
      {"/environment/libraries/0", {"file"}},
      {"/cases/0",
       {"id", "label", "runtime", "pass", "language", "num_threads", "definition_hash", "status", "verdict",
        "instructions"}},
      {"/cases/0/windows/0", {"iterations", "instructions"}},
      {"/cases/0/functions", {"iterations", "counts"}},
      {"/cases/0/functions/counts/0", {"name"}},
      {"/cases/3/failure", {"kind", "message"}}};
  for (const auto& [place, keys] : fields)
    for (const char* key : keys) {
      const std::string shown = place;  // clang 14 captures no structured binding
      CAPTURE(shown);
      const auto damage = [&place = place, key](Json& json) { json.at(Json::json_pointer(place)).erase(key); };
      CHECK(contains(complaint(damage), "'" + std::string(key) + "'"));
    }
}

TEST_CASE("a field of another type is named") {
  const std::vector<std::pair<const char*, std::vector<Json>>> fields = {
      {"/started", {1, Json::array()}},
      {"/duration_s", {"long", nullptr}},
      {"/interrupted", {"no", 0, nullptr}},
      {"/stable", {"yes", 1}},
      {"/cases", {nullptr, 1, "none", Json::object()}},
      {"/environment/name", {1, nullptr}},
      {"/environment/torch_git", {1}},
      {"/environment/cxx11_abi", {"new", 1}},
      {"/environment/libraries", {nullptr, 1, Json::object()}},
      {"/environment/libraries/0/size", {"big", -1, 1.5}},
      {"/environment/pinned", {nullptr, "none", {{"PYTHONHASHSEED", 0}}}},
      {"/cases/0/id", {7, nullptr}},
      {"/cases/0/label", {"alone", Json::array({1}), Json::array(), nullptr}},
      {"/cases/0/runtime", {1}},
      {"/cases/0/num_threads", {"1", 1.5, 1e300}},
      {"/cases/0/status", {true}},
      {"/cases/0/instructions", {"many", nullptr}},
      {"/cases/0/metrics", {nullptr, 1}},
      {"/cases/0/windows", {nullptr, 1, Json::object()}},
      {"/cases/0/windows/0/iterations", {"10", 1e300}},
      {"/cases/0/windows/0/instructions", {-1, 0.5, nullptr}},
      {"/cases/0/functions/iterations", {"48", 0.5}},
      {"/cases/0/functions/counts", {nullptr, Json::object()}},
      {"/cases/0/functions/counts/0/self", {"all", 0.5}},
      {"/cases/0/profile", {1}},
      {"/cases/3/failure/message", {1}}};
  for (const auto& [place, values] : fields)
    for (const Json& value : values) {
      const Json::json_pointer pointer(place);
      CAPTURE(pointer.to_string());
      CAPTURE(value.dump());
      CHECK(contains(complaint([&](Json& json) { json.at(pointer) = value; }), "'" + pointer.back() + "'"));
    }
}

TEST_CASE("objects that are something else are refused") {
  for (const char* place : {"/environment", "/environment/libraries/0", "/cases/0", "/cases/0/windows/0",
                            "/cases/0/functions", "/cases/0/functions/counts/0", "/cases/3/failure"})
    for (const Json& value : {Json("text"), Json(3), Json::array()}) {
      CAPTURE(place);
      CHECK(complaint([&](Json& json) { json.at(Json::json_pointer(place)) = value; }).has_value());
    }
}

TEST_CASE("words that no run has are named") {
  for (const char* key : {"status", "verdict", "runtime", "pass", "language"})
    CHECK(contains(complaint([&](Json& json) { json["cases"][0][key] = "odd"; }), "'odd' is no " + std::string(key)));
}

TEST_CASE("functions of no iteration, and counts beyond 64 bits, are refused") {
  for (const long iterations : {0L, -48L})
    CHECK(contains(complaint([&](Json& json) { json["cases"][0]["functions"]["iterations"] = iterations; }),
                   "functions of no iteration"));
  const auto overflow = [](Json& json) {
    Json& counts = json["cases"][0]["functions"]["counts"];
    counts[0]["self"] = INT64_MAX;
    counts.push_back(counts[0]);
  };
  CHECK(complaint(overflow).has_value());
}

TEST_CASE("two results of one case are an error") {
  const auto twice = [](Json& json) { json["cases"].push_back(json["cases"][0]); };
  CHECK(contains(complaint(twice),
                 "the case '" + full_document()["cases"][0]["id"].get<std::string>() + "' is in it twice"));
}

TEST_CASE("counts that are not exact any more, or wrap, are refused") {
  const auto with = [](const char* place, const Json& value) {
    return complaint([&](Json& json) { json.at(Json::json_pointer(place)) = value; });
  };
  const std::int64_t most = std::int64_t{1} << 53;
  for (const char* place : {"/cases/0/instructions", "/cases/0/functions/counts/0/self"}) {
    CHECK_FALSE(with(place, most).has_value());
    for (const std::int64_t value : {INT64_MAX, INT64_MIN, 2 * most, -2 * most})
      CHECK(contains(with(place, value), "is beyond 2^53"));
  }
  CHECK(contains(with("/cases/0/spread", 1e300), "'spread' is beyond 2^53"));
  CHECK(contains(with("/cases/0/functions/counts/0/self", UINT64_MAX), "'self' is out of range"));
  CHECK(contains(with("/cases/0/num_threads", std::int64_t{1} << 40), "'num_threads' is out of range"));
}

TEST_CASE("a document that is nested 200,000 levels deep is refused") {
  const std::string deep = "{\"schema\": " + std::string(200000, '[') + std::string(200000, ']') + "}";
  CHECK_THROWS_WITH_AS(parse_run(deep, "a.json"),
                       "'a.json' is not a run of quern: it is nested more than 100 levels deep", Error);
}

TEST_CASE("a file is read, and named if it cannot be") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "run.json";
  std::ofstream(file) << full_document().dump(2);
  CHECK(read_run_file(file).run.cases.size() == 5);
  std::ofstream(folder.path() / "empty.json");
  std::ofstream(folder.path() / "text.json") << "text";
  for (const char* name : {"empty.json", "text.json", "missing.json", "."}) {
    const std::string path = (folder.path() / name).string();
    try {
      read_run_file(path);
      FAIL(path);
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::usage);
      CHECK(contains(std::string(error.what()), "'" + path + "'"));
    }
  }
}

TEST_CASE("libraries that had no size when they were written are not read") {
  Json json = full_document();
  const std::size_t before = read_run(json.dump(), "run.json").run.environment.libraries.size();
  json["environment"]["libraries"].push_back(
      {{"file", "s0000.so"}, {"build_id", nullptr}, {"size", 18446744073709551615U}});
  CHECK(read_run(json.dump(), "run.json").run.environment.libraries.size() == before);
}

TEST_SUITE_END();
