// SPDX-License-Identifier: Apache-2.0
#include "expand/case/operator_call.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

namespace quern {
namespace {

using CallJson = nlohmann::ordered_json;

std::vector<std::string> spec_texts(const CallJson& spec);

std::string list_text(const CallJson& items, std::string (*item_text)(const CallJson&)) {
  std::vector<std::string> texts;
  for (const CallJson& item : items) texts.push_back(item_text(item));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string plain_text(const CallJson& value) { return value.dump(); }

std::string argument_text(const CallJson& argument) {
  const std::string type = argument.value("type", "");
  if (type == "none") return "None";
  if (type == "tensor") {
    std::string text =
        fmt::format("{}[{}]", argument["dtype"].get<std::string>(), list_text(argument["shape"], plain_text));
    if (argument.contains("stride")) text += fmt::format(" stride=({})", list_text(argument["stride"], plain_text));
    if (argument.contains("device")) text += " on " + argument["device"].get<std::string>();
    return text;
  }
  const CallJson value = argument.contains("value") ? argument["value"] : CallJson();
  if (type == "genericlist" || type == "tuple") return fmt::format("[{}]", list_text(value, argument_text));
  return value.dump();
}

std::vector<std::string> spec_texts(const CallJson& spec) {
  std::vector<std::string> texts;
  if (!spec.is_object()) return texts;
  if (spec.contains("args"))
    for (const CallJson& argument : spec["args"]) texts.push_back(argument_text(argument));
  if (spec.contains("kwargs"))
    for (const auto& [name, argument] : spec["kwargs"].items())
      texts.push_back(fmt::format("{}={}", name, argument_text(argument)));
  return texts;
}

void erase_names(nlohmann::json& json) {
  if (json.is_object() && json.contains("type")) json.erase("name");
  if (json.is_structured())
    for (auto& item : json) erase_names(item);
}

}  // namespace

std::string op_run_id(const OperatorCall& body) { return fmt::format("{}|{}", body.name, body.run_id); }

std::vector<std::string> argument_texts(const OperatorCall& body) {
  return spec_texts(CallJson::parse(body.call)["input"]);
}

std::string call_text(const OperatorCall& body) {
  const CallJson call = CallJson::parse(body.call);
  const std::string build =
      call["build"].is_null() ? std::string{} : fmt::format("[{}]", fmt::join(spec_texts(call["build"]), ", "));
  return fmt::format("{}{}({})", body.name, build, fmt::join(spec_texts(call["input"]), ", "));
}

std::string canonical_text(const OperatorCall& body) {
  nlohmann::json call = nlohmann::json::parse(body.call);  // sorts the keys
  erase_names(call);
  return call.dump();
}

nlohmann::ordered_json operator_json(const OperatorCall& body) {
  return {{"name", body.name},
          {"run_id", body.run_id},
          {"args", argument_texts(body)},
          {"config", CallJson::parse(body.call)}};
}

}  // namespace quern
