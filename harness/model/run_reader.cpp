// SPDX-License-Identifier: Apache-2.0
#include "harness/model/run_reader.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "worker/protocol/error.hpp"

namespace quern {
namespace {

using Json = nlohmann::json;

std::string text_or_empty(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() || found->is_null() ? std::string{} : found->get<std::string>();
}

std::vector<Library> read_libraries(const Json& json) {
  std::vector<Library> libraries;
  for (const Json& entry : json)
    libraries.push_back({entry.at("file").get<std::string>(), text_or_empty(entry, "build_id"),
                         entry.value("size", std::uintmax_t{0}), text_or_empty(entry, "path")});
  return libraries;
}

Fingerprint read_fingerprint(const Json& json) {
  Fingerprint found;
  found.name = json.at("name").get<std::string>();
  found.source = text_or_empty(json, "source");
  found.torch_version = json.at("torch_version").get<std::string>();
  if (const std::string git = text_or_empty(json, "torch_git"); !git.empty()) found.torch_git = git;
  found.cxx11_abi = json.value("cxx11_abi", true);
  found.libraries = read_libraries(json.value("libraries", Json::array()));
  found.compiler = text_or_empty(json, "compiler");
  found.flags = text_or_empty(json, "flags");
  found.valgrind = text_or_empty(json, "valgrind");
  found.glibc = text_or_empty(json, "glibc");
  found.python = text_or_empty(json, "python");
  found.guest_cpu = text_or_empty(json, "guest_cpu");
  found.allocator = text_or_empty(json, "allocator");
  found.build = text_or_empty(json, "build");
  found.pinned = json.value("pinned", std::map<std::string, std::string>{});
  return found;
}

template <typename Value>
Value word(const Json& json, const char* key, std::initializer_list<Value> values) {
  const auto text = json.at(key).get<std::string>();
  for (const Value value : values)
    if (to_string(value) == text) return value;
  throw Error(ErrorKind::usage, fmt::format("'{}' is no {}", text, key));
}

TimerArgs read_args(const Json& json) {
  TimerArgs args;
  args.id = json.at("id").get<std::string>();
  args.label = json.at("label").get<std::vector<std::string>>();
  args.runtime = word(json, "runtime", {Runtime::eager, Runtime::torchscript, Runtime::explicit_});
  args.pass = word(json, "pass", {Pass::forward, Pass::forward_backward, Pass::explicit_});
  args.language = word(json, "language", {Language::cpp, Language::python});
  args.num_threads = json.at("num_threads").get<int>();
  args.definition_hash = json.at("definition_hash").get<std::string>();
  args.definition = {text_or_empty(json, "definition"), 0, 0};
  return args;
}

Window read_window(const Json& json) {
  Window window;
  window.iterations = json.at("iterations").get<long>();
  window.events = json.value("events", std::map<std::string, std::uint64_t>{});
  window.events["Ir"] = json.at("instructions").get<std::uint64_t>();
  return window;
}

CaseFunctions read_functions(const Json& json) {
  std::vector<FunctionCount> self;
  std::vector<FunctionCount> inclusive;
  for (const Json& entry : json.at("counts")) {
    const FunctionKey key{entry.at("name").get<std::string>(), text_or_empty(entry, "file"),
                          text_or_empty(entry, "library")};
    self.push_back({key, entry.value("self", std::int64_t{0})});
    inclusive.push_back({key, entry.value("inclusive", std::int64_t{0})});
  }
  const long iterations = json.at("iterations").get<long>();
  if (iterations < 1) throw Error(ErrorKind::usage, "functions of no iteration");
  return {iterations, FunctionCounts(std::move(self)), FunctionCounts(std::move(inclusive))};
}

Measurement read_measurement(const Json& json) {
  Measurement measurement;
  measurement.verdict = word(json, "verdict", {Verdict::exact, Verdict::settled, Verdict::jitter});
  measurement.instructions = json.at("instructions").get<double>();
  measurement.spread = json.value("spread", 0.0);
  measurement.metrics = json.value("metrics", std::map<std::string, double>{});
  for (const Json& window : json.value("windows", Json::array())) measurement.windows.push_back(read_window(window));
  if (const auto functions = json.find("functions"); functions != json.end())
    measurement.functions = read_functions(*functions);
  measurement.profile = text_or_empty(json, "profile");
  return measurement;
}

CaseResult read_result(const Json& json) {
  CaseResult result;
  result.status = word(json, "status", {Status::ok, Status::failed, Status::skipped});
  if (result.status == Status::ok) result.measurement = read_measurement(json);
  if (const auto failure = json.find("failure"); failure != json.end() && !failure->is_null())
    result.failure = Failure{text_or_empty(*failure, "kind"), text_or_empty(*failure, "message"),
                             text_or_empty(*failure, "where"), text_or_empty(*failure, "log")};
  result.duration_s = json.value("duration_s", 0.0);
  return result;
}

StoredRun read_document(const Json& json) {
  const std::string schema = json.is_object() ? json.value("schema", std::string{}) : "";
  if (schema != "quern.run/1")
    throw Error(ErrorKind::usage, schema.empty() ? "no document of quern" : fmt::format("its schema is '{}'", schema));
  StoredRun stored;
  stored.run.started = text_or_empty(json, "started");
  stored.run.duration_s = json.value("duration_s", 0.0);
  stored.run.interrupted = json.value("interrupted", false);
  stored.run.stable = json.value("stable", true);
  stored.run.environment = read_fingerprint(json.at("environment"));
  for (const Json& entry : json.at("cases")) {
    CaseResult result = read_result(entry);
    result.args = &stored.cases.emplace_back(read_args(entry));
    stored.run.cases.push_back(std::move(result));
  }
  return stored;
}

}  // namespace

StoredRun read_run(const std::string& text, const std::string& name) {
  try {
    return read_document(Json::parse(text));
  } catch (const Json::exception& error) {
    throw Error(ErrorKind::usage, fmt::format("'{}' is not a run of quern: {}", name, error.what()),
                "runs are written by 'quern run --format json -o FILE'");
  } catch (const Error& error) {
    throw Error(ErrorKind::usage, fmt::format("'{}' is not a run of quern: {}", name, error.what()),
                "runs are written by 'quern run --format json -o FILE'");
  }
}

StoredRun read_run_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (stream) text << stream.rdbuf();
  if (!stream || !text)
    throw Error(ErrorKind::usage, fmt::format("cannot read the run '{}'", file.string()),
                "give the path of a file that 'quern run --format json -o FILE' wrote");
  return read_run(text.str(), file.string());
}

}  // namespace quern
