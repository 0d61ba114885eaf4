// SPDX-License-Identifier: Apache-2.0
#include "harness/report/comparison/comparison_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/model/run_json.hpp"
#include "harness/report/text/difference_words.hpp"

namespace quern {
namespace {

using Json = nlohmann::ordered_json;

Json json_number(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json valid_texts(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) list.push_back(valid_text(text));
  return list;
}

Json functions_json(const Explanation& explanation, std::size_t most) {
  Json functions = Json::array();
  double rest = explanation.delta();
  const std::size_t shown = std::min(most, explanation.functions.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const FunctionChange& change = explanation.functions[i];
    functions.push_back({{"name", valid_text(change.function.name)},
                         {"file", valid_text(change.function.file)},
                         {"library", valid_text(change.function.object)},
                         {"a", change.a},
                         {"b", change.b},
                         {"delta", change.delta()}});
    rest -= change.delta();
  }
  if (shown < explanation.functions.size() || !explanation.renamed.empty())
    functions.push_back({{"name", "(other)"}, {"file", ""}, {"library", ""}, {"delta", rest}});
  return functions;
}

Json layers_json(const Explanation& explanation) {
  Json layers = Json::array();
  for (const LayerChange& change : explanation.layers)
    layers.push_back({{"layer", to_string(change.layer)}, {"a", change.a}, {"b", change.b}, {"delta", change.delta()}});
  return layers;
}

Json layouts_json(const std::vector<LayoutPair>& pairs) {
  Json layouts = Json::array();
  for (const LayoutPair& pair : pairs)
    layouts.push_back({{"layout", pair.layout}, {"a", json_number(pair.a)}, {"b", json_number(pair.b)}});
  return layouts;
}

Json case_json(const CaseComparison& compared, std::size_t functions) {
  Json json = {{"id", compared.args->id},
               {"a", json_number(compared.a)},
               {"b", json_number(compared.b)},
               {"delta", compared.a && compared.b ? Json(compared.delta()) : Json(nullptr)},
               {"ratio", compared.has_ratio() ? Json(compared.ratio()) : Json(nullptr)},
               {"verdict", to_string(compared.change)},
               {"spread", compared.spread},
               {"limit", nullptr},
               {"waived", nullptr},
               {"reason", compared.reason.empty() ? Json(nullptr) : Json(valid_text(compared.reason))}};
  if (!compared.notes_a.empty() || !compared.notes_b.empty())
    json["notes"] = {{"a", valid_texts(compared.notes_a)}, {"b", valid_texts(compared.notes_b)}};
  if (!compared.layouts.empty()) {
    json["layouts"] = layouts_json(compared.layouts);
    json["held"] = compared.held;
  }
  json["layers"] = compared.explanation ? layers_json(*compared.explanation) : Json::array();
  json["functions"] = compared.explanation ? functions_json(*compared.explanation, functions) : Json::array();
  return json;
}

Json summary_json(const Comparison& comparison) {
  const ComparisonSummary summary = summarize(comparison);
  return {{"same", summary.same},
          {"faster", summary.faster},
          {"slower", summary.slower},
          {"unstable", summary.unstable},
          {"one_sided", summary.one_sided},
          {"failed", summary.failed},
          {"largest", summary.largest == nullptr ? Json(nullptr) : Json(summary.largest->args->id)},
          {"geometric_mean", summary.geometric_mean}};
}

Json same_json(SameLibraries same) {
  if (same == SameLibraries::unknown) return nullptr;
  return same == SameLibraries::yes;
}

}  // namespace

Json differences_json(const std::vector<Difference>& differences) {
  Json different = Json::array();
  for (const Difference& difference : differences)
    different.push_back({{"what", valid_text(what_text(difference))},
                         {"a", valid_text(a_text(difference))},
                         {"b", valid_text(b_text(difference))}});
  return different;
}

Json comparison_document(const Comparison& comparison, const std::string& quern_version, std::size_t functions,
                         const CompleteCase& complete) {
  Json cases = Json::array();
  for (const CaseComparison& compared : comparison.cases) {
    cases.push_back(case_json(compared, functions));
    if (complete) complete(compared, cases.back());
  }
  return {{"schema", "quern.comparison/1"},
          {"quern", quern_version},
          {"duration_s", comparison.duration_s},
          {"interrupted", comparison.interrupted},
          {"stable", comparison.stable},
          {"notes", {{"a", valid_texts(comparison.notes_a)}, {"b", valid_texts(comparison.notes_b)}}},
          {"a", fingerprint_json(comparison.a)},
          {"b", fingerprint_json(comparison.b)},
          {"same_libraries", same_json(comparison.same_libraries)},
          {"differences", differences_json(comparison.differences)},
          {"summary", summary_json(comparison)},
          {"cases", std::move(cases)}};
}

}  // namespace quern
