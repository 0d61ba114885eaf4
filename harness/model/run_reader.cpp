// SPDX-License-Identifier: Apache-2.0
#include "harness/model/run_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/json_text.hpp"
#include "harness/model/case_time_json.hpp"
#include "harness/model/json_fields.hpp"

namespace quern {
namespace {

using Json = nlohmann::ordered_json;
using namespace fields;  // NOLINT(google-build-using-namespace)

Origin read_origin(const std::string& text) {
  const std::size_t column = text.rfind(':');
  const std::size_t line = column == 0 || column == std::string::npos ? std::string::npos : text.rfind(':', column - 1);
  Origin origin{text.substr(0, line), 0, 0};
  if (line == std::string::npos) return origin;
  std::from_chars(text.data() + line + 1, text.data() + column, origin.line);
  std::from_chars(text.data() + column + 1, text.data() + text.size(), origin.column);
  return origin;
}

std::vector<Library> read_libraries(const Json& json) {
  std::vector<Library> libraries;
  if (!json.contains("libraries")) return libraries;
  for (const Json& entry : list_of(json, "libraries"))
    libraries.push_back({required<std::string>(entry, "file"), text_or_empty(entry, "build_id"),
                         value_or(entry, "size", std::uintmax_t{0}), text_or_empty(entry, "path")});
  // quern 0.1 once listed its own objects too, which depend on what is measured, with the size of no file.
  constexpr std::uintmax_t kNoFile = std::numeric_limits<std::uintmax_t>::max();
  std::erase_if(libraries, [](const Library& library) { return library.size == kNoFile; });
  return libraries;
}

Fingerprint read_fingerprint(const Json& json) {
  for (const char* key : {"name", "torch_version"}) static_cast<void>(required<std::string>(json, key));
  return fingerprint_of(json);
}

// Of an older document nothing is known; null says that nothing was left out.
std::optional<RunSelection> read_selection(const Json& document) {
  const auto found = document.find("selection");
  if (found == document.end()) return std::nullopt;
  if (found->is_null()) return RunSelection{};
  if (!found->is_object()) throw Error(ErrorKind::usage, "'selection' is no object");
  RunSelection selection;
  selection.suites = value_or(*found, "suites", std::vector<std::string>{});
  selection.filter = text_or_empty(*found, "filter");
  selection.tags = value_or(*found, "tags", std::vector<std::string>{});
  selection.languages = value_or(*found, "languages", std::vector<std::string>{});
  if (found->contains("threads"))
    for (const Json& count : list_of(*found, "threads")) selection.threads.push_back(convert<int>(count, "threads"));
  selection.shard = text_or_empty(*found, "shard");
  constexpr std::array<std::string_view, 6> kKnown = {"suites", "filter", "tags", "languages", "threads", "shard"};
  for (const auto& item : found->items())
    selection.more = selection.more || std::find(kKnown.begin(), kKnown.end(), item.key()) == kKnown.end();
  return selection;
}

template <typename Value>
Value word(const Json& json, const char* key, std::initializer_list<Value> values) {
  const auto text = required<std::string>(json, key);
  for (const Value value : values)
    if (to_string(value) == text) return value;
  throw Error(ErrorKind::usage, fmt::format("'{}' is no {}", text, key));
}

Case read_args(const Json& json) {
  Case args;
  args.id = required<std::string>(json, "id");
  args.label = required<std::vector<std::string>>(json, "label");
  args.runtime = word(json, "runtime", {Runtime::eager, Runtime::torchscript, Runtime::explicit_});
  args.pass = word(json, "pass", {Pass::forward, Pass::forward_backward, Pass::explicit_});
  args.language = word(json, "language", {Language::cpp, Language::python});
  args.num_threads = required<int>(json, "num_threads");
  args.device = value_or(json, "device", std::string(kCpu));
  args.tags = value_or(json, "tags", std::vector<std::string>{});
  args.definition_hash = required<std::string>(json, "definition_hash");
  if (args.label.empty()) throw Error(ErrorKind::usage, "'label' is empty");
  args.definition = read_origin(text_or_empty(json, "definition"));
  return args;
}

Window read_window(const Json& json) {
  Window window;
  window.iterations = required<long>(json, "iterations");
  window.events = value_or(json, "events", std::map<std::string, std::uint64_t>{});
  window.events["Ir"] = required<std::uint64_t>(json, "instructions");
  return window;
}

CaseFunctions read_functions(const Json& json) {
  std::vector<FunctionCount> self;
  std::vector<FunctionCount> inclusive;
  for (const Json& entry : list_of(json, "counts")) {
    const FunctionKey key{required<std::string>(entry, "name"), text_or_empty(entry, "file"),
                          text_or_empty(entry, "library")};
    self.push_back({key, count_of(value_or(entry, "self", std::int64_t{0}), "self")});
    inclusive.push_back({key, count_of(value_or(entry, "inclusive", std::int64_t{0}), "inclusive")});
  }
  const long iterations = required<long>(json, "iterations");
  if (iterations < 1) throw Error(ErrorKind::usage, "functions of no iteration");
  return {iterations, FunctionCounts(std::move(self)), FunctionCounts(std::move(inclusive))};
}

Interval read_interval(const Json& json) {
  return {count_of(required<double>(json, "low"), "low"), count_of(required<double>(json, "high"), "high"),
          required<std::size_t>(json, "samples")};
}

std::map<std::string, double> read_counts(const Json& json, const char* key) {
  auto counts = value_or(json, key, std::map<std::string, double>{});
  for (const auto& [name, value] : counts) count_of(value, name.c_str());
  return counts;
}

MetricValues read_values(const Json& json) {
  MetricValues values;
  for (const auto& [name, value] : read_counts(json, "metrics")) values[name].value = value;
  for (const auto& [name, spread] : read_counts(json, "spreads"))
    if (const auto found = values.find(name); found != values.end()) found->second.spread = spread;
  if (const auto intervals = json.find("intervals"); intervals != json.end())
    for (const auto& item : intervals->items())
      if (const auto found = values.find(item.key()); found != values.end())
        found->second.interval = read_interval(item.value());
  if (json.contains("instructions") || !json.contains("time_ns"))
    values[kInstructions] = {count_of(required<double>(json, "instructions"), "instructions"),
                             count_of(value_or(json, "spread", 0.0), "spread")};
  return values;
}

Measurement read_measurement(const Json& json) {
  Measurement measurement;
  measurement.values = read_values(json);
  if (measurement.counted())
    measurement.verdict = word(json, "verdict", {Verdict::exact, Verdict::settled, Verdict::jitter});
  if (const auto time = json.find("time_ns"); time != json.end() && !time->is_null())
    measurement.set_time(time_of(*time));
  if (json.contains("windows"))
    for (const Json& window : list_of(json, "windows")) measurement.windows.push_back(read_window(window));
  if (const auto functions = json.find("functions"); functions != json.end())
    measurement.functions = read_functions(*functions);
  measurement.profile = text_or_empty(json, "profile");
  if (json.contains("layouts"))
    for (const Json& count : list_of(json, "layouts"))
      measurement.layouts.push_back(
          {required<int>(count, "layout"), count_of(required<double>(count, "instructions"), "instructions")});
  return measurement;
}

Failure read_failure(const Json& json) {
  Failure failure;
  set_kind(failure, required<std::string>(json, "kind"));
  failure.message = required<std::string>(json, "message");
  failure.where = text_or_empty(json, "where");
  failure.log = text_or_empty(json, "log");
  return failure;
}

CaseResult read_result(const Json& json) {
  CaseResult result;
  result.status = word(json, "status", {Status::ok, Status::failed, Status::skipped});
  if (result.status == Status::ok) result.measurement = read_measurement(json);
  if (const auto failure = json.find("failure"); failure != json.end() && !failure->is_null())
    result.failure = read_failure(*failure);
  result.duration_s = value_or(json, "duration_s", 0.0);
  result.notes = value_or(json, "notes", std::vector<std::string>{});
  return result;
}

// Of two results of one case, the one that is looked at would be an accident.
void read_cases(const Json& json, StoredRun& stored) {
  std::set<std::string_view> ids;
  for (const Json& entry : list_of(json, "cases")) {
    CaseResult result = read_result(entry);
    result.args = &stored.cases.emplace_back(read_args(entry));
    if (!ids.insert(result.args->id).second)
      throw Error(ErrorKind::usage, fmt::format("the case '{}' is in it twice", result.args->id));
    stored.run.cases.push_back(std::move(result));
  }
}

StoredRun read_document(const Json& json) {
  const std::string schema = json.is_object() ? value_or(json, "schema", std::string{}) : "";
  if (schema != "quern.run/1")
    throw Error(ErrorKind::usage, schema.empty() ? "no document of quern" : fmt::format("its schema is '{}'", schema));
  StoredRun stored;
  stored.run.started = text_or_empty(json, "started");
  stored.run.commit = text_or_empty(json, "commit");
  stored.run.build_key = text_or_empty(json, "build_key");
  stored.run.duration_s = value_or(json, "duration_s", 0.0);
  stored.run.interrupted = value_or(json, "interrupted", false);
  stored.run.selection = read_selection(json);
  stored.run.stable = value_or(json, "stable", true);
  stored.run.notes = value_or(json, "notes", std::vector<std::string>{});
  stored.run.environment = read_fingerprint(required<Json>(json, "environment"));
  read_cases(json, stored);
  return stored;
}

Error no_run(const std::string& name, const std::exception& reason) {
  return Error(ErrorKind::usage, fmt::format("'{}' is not a run of quern: {}", name, reason.what()),
               "runs are written by 'quern run --format json -o FILE'");
}

}  // namespace

Fingerprint fingerprint_of(const Json& json) {
  Fingerprint found;
  found.name = text_or_empty(json, "name");
  found.source = text_or_empty(json, "source");
  found.torch_version = text_or_empty(json, "torch_version");
  if (const std::string git = text_or_empty(json, "torch_git"); !git.empty()) found.torch_git = git;
  found.cxx11_abi = value_or(json, "cxx11_abi", true);
  found.installation = text_or_empty(json, "installation");
  found.libraries = read_libraries(json);
  found.compiler = text_or_empty(json, "compiler");
  found.flags = text_or_empty(json, "flags");
  found.valgrind = text_or_empty(json, "valgrind");
  found.glibc = text_or_empty(json, "glibc");
  found.python = text_or_empty(json, "python");
  found.guest_cpu = text_or_empty(json, "guest_cpu");
  found.allocator = text_or_empty(json, "allocator");
  found.build = text_or_empty(json, "build");
  found.pinned = value_or(json, "pinned", std::map<std::string, std::string>{});
  return found;
}

StoredRun run_of(const Json& document, const std::string& name) {
  try {
    return read_document(document);
  } catch (const Error& error) {
    throw no_run(name, error);
  }
}

Json parse_run(const std::string& text, const std::string& name) {
  try {
    return parse_json(text);
  } catch (const Error& error) {
    throw no_run(name, error);
  }
}

Json parse_run_file(const std::filesystem::path& file) {
  const std::optional<std::string> text = try_read_file(file);
  if (!text || text->empty())
    throw Error(ErrorKind::usage, fmt::format("cannot read the run '{}'", file.string()),
                "give the path of a file that 'quern run --format json -o FILE' wrote");
  return parse_run(*text, file.string());
}

StoredRun read_run_file(const std::filesystem::path& file) { return run_of(parse_run_file(file), file.string()); }

}  // namespace quern
