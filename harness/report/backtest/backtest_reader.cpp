// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/json_text.hpp"
#include "harness/report/backtest/backtest_document.hpp"

namespace quern {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kHowItIsMade = "give a file that 'quern backtest --format json -o FILE' wrote";

[[noreturn]] void refuse_document(const std::string& what) { throw Error(ErrorKind::usage, what); }

std::string text_of(const Json& json, const char* key) {
  const Json& value = json.at(key);
  return value.is_null() ? std::string{} : value.get<std::string>();
}

double number_of(const Json& json, const char* key) {
  const double value = json.at(key).get<double>();
  if (!std::isfinite(value)) refuse_document(fmt::format("'{}' is no number", key));
  return value;
}

template <typename Word>
Word word_of(const Json& json, const char* key, std::initializer_list<Word> words) {
  const std::string text = text_of(json, key);
  for (const Word word : words)
    if (to_string(word) == text) return word;
  refuse_document(fmt::format("'{}' is no {}", text, key));
}

BacktestBuild read_build(const Json& json) {
  BacktestBuild build{text_of(json, "name"), text_of(json, "torch_version"), text_of(json, "python")};
  build.stable = json.value("stable", true);
  const std::string status = text_of(json, "status");
  if (status != "ok" && status != "failed") refuse_document(fmt::format("'{}' is no status of a build", status));
  if (status == "failed") build.failure = text_of(json.at("failure"), "message");
  if (status == "failed" && build.failure.empty()) build.failure = "it does not say why";
  return build;
}

BacktestValue read_value(const Json& json) {
  BacktestValue value;
  value.status = word_of(json, "status", {Status::ok, Status::failed, Status::skipped});
  if (value.measured()) {
    value.instructions = number_of(json, "instructions");
    value.verdict = text_of(json, "verdict");
    value.spread = json.value("spread", 0.0);
  } else if (!json.at("failure").is_null()) {
    value.failure_kind = text_of(json.at("failure"), "kind");
    value.failure = text_of(json.at("failure"), "message");
  }
  return value;
}

BacktestStep read_step(const Json& json, const std::vector<BacktestValue>& values) {
  BacktestStep step;
  step.before = json.at("after").get<std::size_t>();
  step.at = json.value("at", step.before + 1);
  const auto is_measured = [&](std::size_t build) { return build < values.size() && values[build].measured(); };
  if (!is_measured(step.before) || !is_measured(step.at) || step.before >= step.at)
    refuse_document("a step is not between two builds that have a number");
  step.a = values[step.before].instructions;
  step.b = values[step.at].instructions;
  step.changes = json.value("changes", std::vector<std::string>{});
  for (const Json& function : json.at("functions"))
    step.functions.push_back({text_of(function, "name"), text_of(function, "file"), text_of(function, "library"),
                              number_of(function, "delta")});
  return step;
}

Case read_case_args(const Json& json) {
  Case args;
  args.id = text_of(json, "id");
  args.label = json.at("label").get<std::vector<std::string>>();
  if (args.label.empty()) refuse_document(fmt::format("'{}' has no label", args.id));
  args.runtime = word_of(json, "runtime", {Runtime::eager, Runtime::torchscript, Runtime::explicit_});
  args.pass = word_of(json, "pass", {Pass::forward, Pass::forward_backward, Pass::explicit_});
  args.language = word_of(json, "language", {Language::cpp, Language::python});
  args.num_threads = json.at("num_threads").get<int>();
  args.tags = json.value("tags", std::vector<std::string>{});
  args.definition_hash = json.value("definition_hash", std::string{});
  return args;
}

BacktestCase read_backtest_case(const Json& json, std::size_t builds) {
  BacktestCase entry;
  entry.args = read_case_args(json);
  for (const Json& value : json.at("values")) entry.values.push_back(read_value(value));
  if (entry.values.size() != builds)
    refuse_document(fmt::format("'{}' has {} values for {} builds", entry.args.id, entry.values.size(), builds));
  for (const Json& step : json.at("steps")) entry.steps.push_back(read_step(step, entry.values));
  return entry;
}

Backtest read_backtest(const Json& document) {
  if (!document.is_object() || document.value("schema", Json()) != "quern.backtest/1")
    refuse_document("this is no document 'quern.backtest/1'");
  Backtest backtest;
  backtest.interrupted = document.value("interrupted", false);
  backtest.least_step = document.value("least_step", 0.0);
  for (const Json& build : document.at("builds")) backtest.builds.push_back(read_build(build));
  std::set<std::string> ids;
  for (const Json& entry : document.at("cases")) {
    backtest.cases.push_back(read_backtest_case(entry, backtest.builds.size()));
    if (!ids.insert(backtest.cases.back().args.id).second)
      refuse_document(fmt::format("it has '{}' twice", backtest.cases.back().args.id));
  }
  return backtest;
}

}  // namespace

Backtest backtest_of(const Json& document, const std::string& name) {
  try {
    return read_backtest(document);
  } catch (const Error& error) {
    throw Error(ErrorKind::usage, fmt::format("'{}' cannot be read: {}", name, error.what()), kHowItIsMade);
  } catch (const Json::exception& error) {
    throw Error(ErrorKind::usage, fmt::format("'{}' cannot be read: {}", name, error.what()), kHowItIsMade);
  }
}

Backtest read_backtest_file(const std::filesystem::path& file) {
  const std::optional<std::string> text = try_read_file(file);
  if (!text) throw Error(ErrorKind::usage, fmt::format("cannot read the backtest '{}'", file.string()), kHowItIsMade);
  try {
    return backtest_of(parse_json(*text), file.string());
  } catch (const Error& error) {
    if (!error.hint().empty()) throw;
    throw Error(ErrorKind::usage, fmt::format("'{}' cannot be read: {}", file.string(), error.what()), kHowItIsMade);
  }
}

}  // namespace quern
