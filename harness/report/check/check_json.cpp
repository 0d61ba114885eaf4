// SPDX-License-Identifier: Apache-2.0
#include "harness/report/check/check_json.hpp"

#include <nlohmann/json.hpp>

#include "harness/model/run_json.hpp"
#include "harness/report/comparison/comparison_json.hpp"

namespace quern {
namespace {

using Json = nlohmann::ordered_json;

Json limits_json(const CheckedCase& checked) {
  if (checked.metrics.empty()) return nullptr;
  Json limits = Json::object();
  for (const CheckedMetric& metric : checked.metrics)
    limits[metric.metric] = {{"text", to_string(metric.limit.limit)},
                             {"allowance", metric.allowance},
                             {"origin", valid_text(metric.limit.origin)}};
  return limits;
}

Json waiver_json(const Waiver* waiver) {
  if (waiver == nullptr) return nullptr;
  return {{"reason", valid_text(waiver->reason)},
          {"who", valid_text(waiver->who)},
          {"expires", valid_text(waiver->expires)}};
}

// Instructions are the case's own a, b and delta.
Json metrics_json(const CheckedCase& checked) {
  Json metrics = Json::object();
  for (const CheckedMetric& metric : checked.metrics)
    if (!metric.is_instructions())
      metrics[metric.metric] = {
          {"a", metric.base}, {"b", metric.head}, {"delta", metric.delta()}, {"finding", to_string(metric.finding)}};
  return metrics;
}

void complete_case(const CheckedCase& checked, Json& json) {
  json["limit"] = limits_json(checked);
  json["waived"] = waiver_json(checked.waiver);
  json["expired"] = waiver_json(checked.expired);
  json["allowed"] = checked.allowed;
  json["finding"] = to_string(checked.finding);
  json["fails"] = checked.fails();
  json["magnitude"] = to_string(magnitude_of(checked.compared->ratio()));
  json["metrics"] = metrics_json(checked);
  json["note"] = checked.note.empty() ? Json(nullptr) : Json(valid_text(checked.note));
}

Json side_json(const CheckSide& side) {
  return {{"name", valid_text(side.name)},
          {"measured", side.measured},
          {"commit", side.commit.empty() ? Json(nullptr) : Json(valid_text(side.commit))}};
}

Json expired_json(const Check& check) {
  Json expired = Json::array();
  for (const Waiver* waiver : check.expired) {
    Json json = waiver_json(waiver);
    json["match"] = valid_text(waiver->match);
    json["where"] = valid_text(to_string(waiver->where));
    expired.push_back(std::move(json));
  }
  return expired;
}

Json rules_json(const RulesOrigin& rules) {
  if (rules.from.empty()) return nullptr;
  Json differing = Json::array();
  for (const std::string& file : rules.differing) differing.push_back(valid_text(file));
  return {{"from", valid_text(rules.from)}, {"differing", std::move(differing)}};
}

Json check_json(const Check& check) {
  Json counts = Json::object();
  for (const Finding finding : kFindings) counts[std::string(to_string(finding))] = check.count(finding);
  Json warnings = Json::array();
  for (const std::string& warning : check.warnings) warnings.push_back(valid_text(warning));
  return {{"verdict", to_string(check.verdict())},
          {"fails", check.fails()},
          {"unstable", check.undecided()},
          {"passes", check.passes()},
          {"base", side_json(check.base)},
          {"head", side_json(check.head)},
          {"counts", std::move(counts)},
          {"blocking", differences_json(check.blocking)},
          {"expired", expired_json(check)},
          {"rules", rules_json(check.rules)},
          {"warnings", std::move(warnings)},
          {"confirmation", to_string(check.confirmation)},
          {"reproduce", valid_text(check.reproduce)}};
}

}  // namespace

Json check_document(const Check& check, const std::string& quern_version, std::size_t functions) {
  const CaseComparison* const first = check.comparison.cases.data();
  const auto complete = [&](const CaseComparison& compared, Json& json) {
    complete_case(check.cases.at(static_cast<std::size_t>(&compared - first)), json);
  };
  Json document = comparison_document(check.comparison, quern_version, functions, complete);
  document["check"] = check_json(check);
  return document;
}

}  // namespace quern
