// SPDX-License-Identifier: Apache-2.0
#include "expand/case/case_json.hpp"

#include <nlohmann/json.hpp>

namespace quern {
namespace {

nlohmann::ordered_json model_json(const Asset* asset) {
  if (asset == nullptr) return nullptr;
  const Model& model = asset->model;
  return {{"file", asset->file}, {"kind", to_string(model.kind)}, {"setup", model.setup}, {"source", model.source}};
}

}  // namespace

nlohmann::ordered_json to_json(const Case& args) {
  const OperatorCall* const call = operator_of(args);
  const TimerArgs code = call != nullptr ? TimerArgs{} : snippet(args);  // what is not code has none
  nlohmann::ordered_json json = {{"id", args.id},
                                 {"label", args.label},
                                 {"runtime", to_string(args.runtime)},
                                 {"pass", to_string(args.pass)},
                                 {"language", to_string(args.language)},
                                 {"num_threads", args.num_threads},
                                 {"stmt", code.stmt.text()},
                                 {"setup", code.setup.text()},
                                 {"global_setup", code.global_setup.text()},
                                 {"model", model_json(model_of(args))},
                                 {"tags", args.tags},
                                 {"requires", args.requires_},
                                 {"definition", to_string(args.definition)},
                                 {"definition_hash", args.definition_hash}};
  if (call != nullptr) json["operator"] = operator_json(*call);
  if (args.device != kCpu) json["device"] = args.device;
  return json;
}

nlohmann::ordered_json cases_document(const std::vector<Case>& cases) {
  nlohmann::ordered_json entries = nlohmann::ordered_json::array();
  for (const Case& args : cases) entries.push_back(to_json(args));
  return {{"schema", "quern.cases/1"}, {"cases", std::move(entries)}};
}

}  // namespace quern
