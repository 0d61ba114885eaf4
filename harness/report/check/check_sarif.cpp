// SPDX-License-Identifier: Apache-2.0
#include "harness/report/check/check_sarif.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/ascii.hpp"
#include "base/printable.hpp"
#include "harness/model/document_text.hpp"
#include "harness/model/run_json.hpp"
#include "harness/report/check/check_rows.hpp"
#include "harness/report/check/check_text.hpp"
#include "harness/report/check/check_words.hpp"

namespace quern {
namespace {

using Json = nlohmann::ordered_json;

struct Rule {
  std::string_view id;
  std::string_view level;
  std::string_view description;
};

constexpr Rule kRules[] = {
    {"regressed", "error", "A case executes more than its limit accepts."},
    {"failed", "error", "A case failed."},
    {"disappeared", "error", "A case of the base is not known to the head."},
    {"redefined", "error", "A case's definition is not the same, so its counts are of different things."},
    {"skipped", "error", "A case of the base was left out of the head."},
    {"expired", "error", "A waiver is out of date."},
    {"not-comparable", "error", "Base and head were measured with different machines or compilers."},
    {"other-rules", "warning", "The working tree has other rules than those that the check went by."},
    {"unstable", "warning", "A case's counts do not agree well enough to judge it."},
    {"unmeasured", "error", "A case lacks a number that it should have, so that it cannot be judged."},
    {"added", "error", "A case that the base does not have, so that it cannot be judged."},
    {"improved", "note", "A case executes less, by more than its limit."},
    {"layout", "note", "A case changed only where libraries, stack and heap lie as usual."}};

std::size_t index_of(std::string_view id) {
  const Rule* const found =
      std::find_if(std::begin(kRules), std::end(kRules), [&](const Rule& rule) { return rule.id == id; });
  return static_cast<std::size_t>(found - std::begin(kRules));
}

Json rules() {
  Json list = Json::array();
  for (const Rule& rule : kRules)
    list.push_back({{"id", rule.id},
                    {"shortDescription", {{"text", rule.description}}},
                    {"defaultConfiguration", {{"level", rule.level}}}});
  return list;
}

// A message may hold links, `[text](address)`; a name must not become one.
std::string plain(const std::string& text) {
  if (text.find("](") == std::string::npos) return text;
  std::string safe;
  for (const char c : text) safe += c == '[' || c == ']' ? std::string("\\") + c : std::string(1, c);
  return safe;
}

Json result_of(std::string_view rule, const std::string& text) {
  const std::size_t index = index_of(rule);
  return {{"ruleId", rule}, {"ruleIndex", index}, {"level", kRules[index].level}, {"message", {{"text", plain(text)}}}};
}

bool is_unreserved(char c) {
  return is_letter(c) || is_digit(c) || std::string_view("-._~/").find(c) != std::string_view::npos;
}

void add_place(const Origin& origin, Json& result) {
  std::string uri;
  for (const char c : origin.file)
    uri += is_unreserved(c) ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  Json artifact = {{"uri", uri.starts_with('/') ? "file://" + uri : uri}};
  if (!uri.starts_with('/')) artifact["uriBaseId"] = "%SRCROOT%";
  Json region = {{"startLine", std::max(origin.line, 1)}, {"startColumn", std::max(origin.column, 1)}};
  result["locations"] = {
      {{"physicalLocation", {{"artifactLocation", std::move(artifact)}, {"region", std::move(region)}}}}};
}

Json result_of(const CheckRow& row) {
  const CheckedCase& checked = *row.checked;
  Json result = result_of(to_string(row.finding), fmt::format("{}: {}", id_text(*checked.args), sentence(row)));
  if (const std::optional<Origin> place = file_of(*checked.args)) add_place(*place, result);
  const std::string metric = row.metric == nullptr ? "" : " " + row.metric->metric;
  result["partialFingerprints"] = {{"quernCase/v1", valid_text(checked.args->id + metric)}};
  if (row.group == RowGroup::accepted)
    result["suppressions"] = {{{"kind", "external"}, {"justification", acceptance_text(checked)}}};
  return result;
}

Json results_of(const Check& check) {
  Json results = Json::array();
  if (!check.blocking.empty()) results.push_back(result_of("not-comparable", verdict_line(check)));
  if (!check.comparison.stable) results.push_back(result_of("unstable", "known cases moved while a side was measured"));
  if (check.saw_nothing()) results.push_back(result_of("unmeasured", "no case has numbers on both sides to compare"));
  if (const std::string text = rules_text(check); !text.empty()) results.push_back(result_of("other-rules", text));
  for (const Waiver* waiver : check.expired) {
    Json result = result_of("expired", expired_text(*waiver));
    if (!waiver->where.file.empty()) add_place(waiver->where, result);
    results.push_back(std::move(result));
  }
  for (const CheckRow& row : check_rows(check)) results.push_back(result_of(row));
  return results;
}

}  // namespace

void write_check_sarif(const Check& check, const std::string& quern_version, std::ostream& out) {
  const Json run = {{"tool", {{"driver", {{"name", "quern"}, {"version", quern_version}, {"rules", rules()}}}}},
                    {"columnKind", "unicodeCodePoints"},
                    {"results", results_of(check)},
                    {"properties", {{"verdict", verdict_line(check)}}}};
  const Json document = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
  out << document_text(document);
}

}  // namespace quern
