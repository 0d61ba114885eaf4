// SPDX-License-Identifier: Apache-2.0
#include "harness/report/backtest/backtest_document.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "harness/model/run_json.hpp"

namespace quern {
namespace {

using Json = nlohmann::ordered_json;

Json text_or_nothing(const std::string& text) { return text.empty() ? Json(nullptr) : Json(valid_text(text)); }

Json failure_document(const std::string& kind, const std::string& message) {
  return {{"kind", valid_text(kind)}, {"message", valid_text(message)}};
}

Json build_document(const BacktestBuild& build) {
  return {{"name", valid_text(build.name)},
          {"torch_version", text_or_nothing(build.torch_version)},
          {"python", text_or_nothing(build.python)},
          {"status", build.ok() ? "ok" : "failed"},
          {"stable", build.stable},
          {"failure", build.ok() ? Json(nullptr) : failure_document("environment", build.failure)}};
}

Json value_document(const BacktestValue& value) {
  if (!value.measured())
    return {{"status", to_string(value.status)},
            {"instructions", nullptr},
            {"verdict", nullptr},
            {"failure", failure_document(value.failure_kind, value.failure)}};
  Json json = {{"status", "ok"}, {"instructions", value.instructions}, {"verdict", value.verdict}};
  if (value.spread != 0) json["spread"] = value.spread;
  json["failure"] = nullptr;
  return json;
}

Json step_document(const BacktestStep& step) {
  return {{"after", step.before},
          {"at", step.at},
          {"a", step.a},
          {"b", step.b},
          {"delta", step.delta()},
          {"changes", step.changes},
          {"functions", functions_document(step.functions)}};
}

Json case_document(const BacktestCase& entry) {
  const Case& args = entry.args;
  Json values = Json::array();
  for (const BacktestValue& value : entry.values) values.push_back(value_document(value));
  Json steps = Json::array();
  for (const BacktestStep& step : entry.steps) steps.push_back(step_document(step));
  return {{"id", valid_text(args.id)},
          {"label", args.label},
          {"runtime", to_string(args.runtime)},
          {"pass", to_string(args.pass)},
          {"language", to_string(args.language)},
          {"num_threads", args.num_threads},
          {"tags", args.tags},
          {"definition_hash", args.definition_hash},
          {"values", std::move(values)},
          {"steps", std::move(steps)}};
}

}  // namespace

Json functions_document(const std::vector<StepFunction>& functions) {
  Json list = Json::array();
  for (const StepFunction& function : functions)
    list.push_back({{"name", valid_text(function.name)},
                    {"file", valid_text(function.file)},
                    {"library", valid_text(function.library)},
                    {"delta", function.delta}});
  return list;
}

Json backtest_document(const Backtest& backtest, const std::string& quern_version) {
  Json builds = Json::array();
  for (const BacktestBuild& build : backtest.builds) builds.push_back(build_document(build));
  Json cases = Json::array();
  for (const BacktestCase& entry : backtest.cases) cases.push_back(case_document(entry));
  return {{"schema", "quern.backtest/1"},      {"quern", quern_version},      {"interrupted", backtest.interrupted},
          {"least_step", backtest.least_step}, {"builds", std::move(builds)}, {"cases", std::move(cases)}};
}

}  // namespace quern
