// SPDX-License-Identifier: Apache-2.0
#include "harness/model/run_json.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/printable.hpp"
#include "harness/model/case_time_json.hpp"
#include "harness/model/run_selection.hpp"

namespace quern {
namespace {

using Json = nlohmann::ordered_json;

Json optional_text(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json valid_texts(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) list.push_back(valid_text(text));
  return list;
}

Json to_json(const Window& window) {
  Json events = Json::object();
  for (const auto& [name, count] : window.events)
    if (name != "Ir") events[name] = count;
  Json json = {{"iterations", window.iterations}, {"instructions", window.instructions()}};
  if (!events.empty()) json["events"] = std::move(events);
  return json;
}

// Both counts of a function side by side. Inclusive ones may exist where nothing was executed itself, not the reverse.
Json to_json(const CaseFunctions& functions) {
  std::map<FunctionKey, std::int64_t> self;
  for (const FunctionCount& count : functions.self) self[count.function] = count.count;
  Json counts = Json::array();
  const auto add = [&](const FunctionKey& key, std::int64_t own, std::int64_t inclusive) {
    counts.push_back({{"name", valid_text(key.name)},
                      {"file", valid_text(key.file)},
                      {"library", valid_text(key.object)},
                      {"self", own},
                      {"inclusive", inclusive}});
  };
  for (const FunctionCount& count : functions.inclusive) {
    const auto found = self.find(count.function);
    add(count.function, found == self.end() ? 0 : found->second, count.count);
    if (found != self.end()) self.erase(found);
  }
  for (const auto& [key, count] : self) add(key, count, 0);
  return {{"iterations", functions.iterations}, {"counts", std::move(counts)}};
}

// Instructions and time have fields of their own. Most values repeat exactly and have no interval: those add nothing.
void add_metrics(Json& json, const MetricValues& values) {
  json["metrics"] = Json::object();
  for (const auto& [name, metric] : values) {
    if (name == kInstructions || name == kTime) continue;
    json["metrics"][name] = metric.value;
    if (metric.spread != 0) json["spreads"][name] = metric.spread;
    if (metric.interval)
      json["intervals"][name] = {
          {"low", metric.interval->low}, {"high", metric.interval->high}, {"samples", metric.interval->samples}};
  }
}

void add_count(Json& json, const Measurement& measurement) {
  Json windows = Json::array();
  for (const Window& window : measurement.windows) windows.push_back(to_json(window));
  json["verdict"] = to_string(measurement.verdict);
  json["instructions"] = measurement.instructions();
  json["spread"] = measurement.spread();
  json["windows"] = std::move(windows);
}

void add(Json& json, const Measurement& measurement) {
  if (measurement.counted()) add_count(json, measurement);
  if (measurement.time) json["time_ns"] = time_json(*measurement.time);
  add_metrics(json, measurement.values);
  if (measurement.functions) json["functions"] = to_json(*measurement.functions);
  for (const LayoutCount& count : measurement.layouts)
    json["layouts"].push_back({{"layout", count.layout}, {"instructions", count.instructions}});
  if (!measurement.profile.empty()) json["profile"] = valid_text(measurement.profile);
}

Json to_json(const Failure& failure) {
  return {{"kind", valid_text(kind_word(failure))},
          {"message", valid_text(failure.message)},
          {"where", valid_text(failure.where)},
          {"log", valid_text(failure.log)}};
}

}  // namespace

Json case_json(const CaseResult& result) {
  const Case& args = *result.args;
  Json json = {{"id", args.id},
               {"label", args.label},
               {"runtime", to_string(args.runtime)},
               {"pass", to_string(args.pass)},
               {"language", to_string(args.language)},
               {"num_threads", args.num_threads},
               {"tags", args.tags},
               {"definition", valid_text(to_string(args.definition))},
               {"definition_hash", args.definition_hash},
               {"status", to_string(result.status)}};
  if (args.device != kCpu) json["device"] = args.device;
  if (result.measurement) add(json, *result.measurement);
  if (!result.notes.empty()) json["notes"] = valid_texts(result.notes);
  json["duration_s"] = result.duration_s;
  json["failure"] = result.failure ? to_json(*result.failure) : Json(nullptr);
  return json;
}

std::string valid_text(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const std::size_t size = utf8_character(text);
    valid += size == 0 ? "\uFFFD" : text.substr(0, size);
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return valid;
}

Json fingerprint_json(const Fingerprint& environment) {
  Json libraries = Json::array();
  for (const Library& library : environment.libraries)
    libraries.push_back({{"file", valid_text(library.file)},
                         {"build_id", optional_text(library.build_id)},
                         {"size", library.size},
                         {"path", valid_text(library.path)}});
  Json json = {{"name", valid_text(environment.name)},
               {"source", valid_text(environment.source)},
               {"torch_version", environment.torch_version},
               {"torch_git", environment.torch_git ? Json(*environment.torch_git) : Json(nullptr)},
               {"cxx11_abi", environment.cxx11_abi},
               {"libraries", std::move(libraries)},
               {"compiler", environment.compiler},
               {"flags", valid_text(environment.flags)},
               {"valgrind", environment.valgrind},
               {"glibc", environment.glibc},
               {"python", optional_text(environment.python)},
               {"guest_cpu", environment.guest_cpu},
               {"allocator", environment.allocator},
               {"build", valid_text(environment.build)},
               {"pinned", environment.pinned}};
  if (!environment.installation.empty()) json["installation"] = environment.installation;
  return json;
}

Json run_document(const Run& run, const std::string& quern_version) {
  Json cases = Json::array();
  for (const CaseResult& result : run.cases) cases.push_back(case_json(result));
  Json document = run_header(run, quern_version);
  document["cases"] = std::move(cases);
  return document;
}

Json run_header(const Run& run, const std::string& quern_version) {
  Json header = {{"schema", "quern.run/1"},      {"quern", quern_version},
                 {"started", run.started},       {"commit", optional_text(run.commit)},
                 {"duration_s", run.duration_s}, {"interrupted", run.interrupted}};
  if (!run.build_key.empty()) header["build_key"] = run.build_key;
  if (run.selection) header["selection"] = selection_json(*run.selection);
  header["environment"] = fingerprint_json(run.environment);
  header["stable"] = run.stable;
  header["notes"] = valid_texts(run.notes);
  header["cases"] = Json::array();
  return header;
}

}  // namespace quern
