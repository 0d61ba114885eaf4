// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/model/run_json.hpp"
#include "harness/report/backtest/backtest_document.hpp"
#include "harness/report/backtest/bisect_reports.hpp"
#include "harness/report/backtest/bisect_words.hpp"

namespace quern {
namespace {

using Json = nlohmann::ordered_json;

Json point_document(const Bisection& bisection, const BisectPoint& point) {
  const BacktestValue& value = point.value;
  Json json = {{"name", valid_text(bisection.builds[point.build])}, {"status", to_string(value.status)}};
  json["instructions"] = value.measured() ? Json(value.instructions) : Json(nullptr);
  if (value.spread != 0) json["spread"] = value.spread;
  json["verdict"] = value.measured() ? Json(value.verdict) : Json(nullptr);
  json["failure"] = value.measured()
                        ? Json(nullptr)
                        : Json({{"kind", valid_text(value.failure_kind)}, {"message", valid_text(value.failure)}});
  return json;
}

Json found_step_document(const Bisection& bisection, const BacktestStep& step) {
  return {{"before", valid_text(bisection.builds[step.before])},
          {"after", valid_text(bisection.builds[step.at])},
          {"a", step.a},
          {"b", step.b},
          {"delta", step.delta()},
          {"changes", step.changes},
          {"functions", functions_document(step.functions)}};
}

}  // namespace

Json bisect_document(const Bisection& bisection, const std::string& quern_version) {
  Json builds = Json::array();
  for (const std::string& name : bisection.builds) builds.push_back(valid_text(name));
  Json measured = Json::array();
  Json points = Json::array();
  for (const BisectPoint& point : bisection.measured) {
    if (point.value.measured()) measured.push_back(valid_text(bisection.builds[point.build]));
    points.push_back(point_document(bisection, point));
  }
  Json steps = Json::array();
  for (const BacktestStep& step : bisection.steps) steps.push_back(found_step_document(bisection, step));
  return {{"schema", "quern.bisect/1"},           {"quern", quern_version},
          {"interrupted", bisection.interrupted}, {"least_step", bisection.least_step},
          {"case", valid_text(bisection.id)},     {"builds", std::move(builds)},
          {"measured", std::move(measured)},      {"steps", std::move(steps)},
          {"points", std::move(points)},          {"notes", unseen_sentences(bisection)}};
}

}  // namespace quern
