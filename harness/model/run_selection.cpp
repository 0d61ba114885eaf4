// SPDX-License-Identifier: Apache-2.0
#include "harness/model/run_selection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "harness/model/run_json.hpp"

namespace quern {
namespace {

using Json = nlohmann::ordered_json;

template <typename Value>
bool keeps_all_of(const Value& own, const Value& other) {
  return own.empty() || own == other;
}

template <typename Value>
void narrow(Value& own, const Value& option) {
  if (own.empty()) own = option;
}

Json texts_json(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) list.push_back(valid_text(text));
  return list;
}

}  // namespace

bool RunSelection::covers(const RunSelection& other) const {
  return !more && suites == other.suites && shard.empty() && keeps_all_of(filter, other.filter) &&
         keeps_all_of(tags, other.tags) && keeps_all_of(languages, other.languages) &&
         keeps_all_of(threads, other.threads);
}

RunSelection RunSelection::narrowed_by(const RunSelection& options) const {
  RunSelection narrowed = *this;
  narrow(narrowed.filter, options.filter);
  narrow(narrowed.tags, options.tags);
  narrow(narrowed.languages, options.languages);
  narrow(narrowed.threads, options.threads);
  narrow(narrowed.shard, options.shard);
  return narrowed;
}

std::vector<std::string> RunSelection::words() const {
  std::vector<std::string> words = suites;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {option, value});
  };
  add("-f", filter);
  add("--tag", fmt::format("{}", fmt::join(tags, ",")));
  add("--language", fmt::format("{}", fmt::join(languages, ",")));
  add("--threads", fmt::format("{}", fmt::join(threads, ",")));
  add("--shard", shard);
  return words;
}

std::string RunSelection::text() const {
  const std::vector<std::string> typed = words();
  const std::string text = typed.empty() ? "the standard suite" : fmt::format("'{}'", fmt::join(typed, " "));
  return more ? text + " and options of a newer quern" : text;
}

Json selection_json(const RunSelection& selection) {
  if (selection == RunSelection{}) return nullptr;
  Json json = Json::object();
  const auto add = [&](const char* key, Json value) {
    if (!value.empty()) json[key] = std::move(value);
  };
  add("suites", texts_json(selection.suites));
  if (!selection.filter.empty()) json["filter"] = valid_text(selection.filter);
  add("tags", texts_json(selection.tags));
  add("languages", texts_json(selection.languages));
  add("threads", selection.threads);
  if (!selection.shard.empty()) json["shard"] = valid_text(selection.shard);
  return json;
}

}  // namespace quern
