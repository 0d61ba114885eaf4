// SPDX-License-Identifier: Apache-2.0
#include "harness/store/parts.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "base/json_text.hpp"
#include "harness/store/machine_key.hpp"

namespace quern {
namespace {

using Json = nlohmann::ordered_json;

std::string compact(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// Only JSON is ever stored, so somebody else has written there.
Json parse_stored(const std::string& text) {
  try {
    return parse_json(text);
  } catch (const Error& error) {
    throw Error(ErrorKind::environment,
                fmt::format("the store is damaged: a part of a run cannot be read: {}", error.what()),
                "'quern runs rm' removes the run");
  }
}

/// Takes an object out of another; nothing if there is none.
std::optional<std::string> take(Json& from, const char* key) {
  const auto found = from.find(key);
  if (found == from.end() || !found->is_object()) return std::nullopt;
  std::string text = compact(*found);
  *found = nullptr;
  return text;
}

std::string text_in(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

std::optional<double> number_in(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

bool flag_in(const Json& json, const char* key, bool otherwise) {
  const auto found = json.find(key);
  return found != json.end() && found->is_boolean() ? found->get<bool>() : otherwise;
}

}  // namespace

HeaderParts split_header(Json header) {
  HeaderParts parts;
  parts.environment = take(header, "environment");
  if (header.contains("cases")) header["cases"] = Json::array();
  parts.header = compact(header);
  return parts;
}

Json join_header(const HeaderParts& parts) {
  Json header = parse_stored(parts.header);
  if (parts.environment) header["environment"] = parse_stored(*parts.environment);
  return header;
}

CaseParts split_case(Json result) {
  CaseParts parts;
  parts.functions = take(result, "functions");
  parts.duration_s = number_in(result, "duration_s");
  // Only what comes back as it was: SQLite knows no negative zero, and 1 is written differently from 1.0.
  if (const auto found = result.find("duration_s"); found != result.end() && found->is_number_float())
    if (const double seconds = found->get<double>(); std::isfinite(seconds) && !std::signbit(seconds)) *found = nullptr;
  parts.body = compact(result);
  return parts;
}

Json join_case(const CaseParts& parts) {
  Json result = parse_stored(parts.body);
  if (parts.functions) result["functions"] = parse_stored(*parts.functions);
  if (const auto found = result.find("duration_s"); found != result.end() && found->is_null() && parts.duration_s)
    *found = *parts.duration_s;
  return result;
}

CaseColumns case_columns(const Json& result) {
  CaseColumns columns;
  columns.id = text_in(result, "id");
  columns.definition_hash = text_in(result, "definition_hash");
  columns.status = text_in(result, "status");
  if (const std::string verdict = text_in(result, "verdict"); !verdict.empty()) columns.verdict = verdict;
  columns.instructions = number_in(result, "instructions");
  columns.spread = number_in(result, "spread");
  return columns;
}

RunColumns run_columns(const Json& header) {
  const auto found = header.find("environment");
  const Json environment = found == header.end() ? Json::object() : *found;
  RunColumns columns;
  columns.started = text_in(header, "started");
  columns.commit = text_in(header, "commit");
  columns.environment = text_in(environment, "name");
  columns.torch_version = text_in(environment, "torch_version");
  columns.machine = machine_keys(environment);
  columns.duration_s = number_in(header, "duration_s").value_or(0);
  columns.stable = flag_in(header, "stable", true);
  columns.interrupted = flag_in(header, "interrupted", false);
  return columns;
}

}  // namespace quern
