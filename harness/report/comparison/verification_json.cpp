// SPDX-License-Identifier: Apache-2.0
#include "harness/report/comparison/verification_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/model/run_json.hpp"

namespace quern {
namespace {

using Json = nlohmann::ordered_json;

Json count_json(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json moved_functions(const Explanation& explanation, std::size_t most) {
  Json functions = Json::array();
  double rest = explanation.delta();
  for (std::size_t i = 0; i < std::min(most, explanation.functions.size()); ++i) {
    const FunctionChange& change = explanation.functions[i];
    rest -= change.delta();
    functions.push_back({{"name", valid_text(change.function.name)},
                         {"library", valid_text(change.function.object)},
                         {"callgrind", change.a},
                         {"steps", change.b},
                         {"delta", change.delta()}});
  }
  if (rest != 0)
    functions.push_back(
        {{"name", "(other)"}, {"library", ""}, {"callgrind", nullptr}, {"steps", nullptr}, {"delta", rest}});
  return functions;
}

Json verified_json(const VerifiedCase& verified, std::size_t functions) {
  const bool both = verified.callgrind && verified.steps;
  return {{"id", verified.args->id},
          {"verdict", to_string(verified.agreement)},
          {"callgrind", count_json(verified.callgrind)},
          {"steps", count_json(verified.steps)},
          {"delta", both ? Json(verified.delta()) : Json(nullptr)},
          {"spread", verified.spread},
          {"reason", verified.reason.empty() ? Json(nullptr) : Json(valid_text(verified.reason))},
          {"functions", verified.explanation ? moved_functions(*verified.explanation, functions) : Json::array()}};
}

}  // namespace

Json verification_document(const Verification& verification, const std::string& quern_version, std::size_t functions) {
  Json summary;
  for (const Agreement agreement :
       {Agreement::equal, Agreement::differs, Agreement::jitter, Agreement::failed, Agreement::skipped})
    summary[std::string(to_string(agreement))] = verification.count(agreement);
  Json cases = Json::array();
  for (const VerifiedCase& verified : verification.cases) cases.push_back(verified_json(verified, functions));
  return {{"schema", "quern.verify/1"},
          {"quern", quern_version},
          {"interrupted", verification.interrupted},
          {"environment", fingerprint_json(verification.environment)},
          {"summary", std::move(summary)},
          {"cases", std::move(cases)}};
}

}  // namespace quern
