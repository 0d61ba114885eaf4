// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "expand/keys.hpp"

namespace {

using Words = std::set<std::string>;

nlohmann::json maps_of_schema() {
  std::ifstream stream(QUERN_SCHEMA);
  return nlohmann::json::parse(stream).at("definitions");
}

Words keys_of(const nlohmann::json& object) {
  Words words;
  for (const auto& [key, value] : object.items()) words.insert(key);
  return words;
}

Words words_of(std::span<const std::string_view> keys) { return {keys.begin(), keys.end()}; }

std::map<std::string, Words> words_of_parser() {
  using namespace quern;
  return {{"group", words_of(kGroupWords)},
          {"timer_args", words_of(kTimerArgsWords)},
          {"stmts", words_of(kStmtsWords)},
          {"modules", words_of(kModulesWords)},
          {"variants", words_of(kVariantsWords)},
          {"operators", words_of(kYamlOperatorWords)},
          {"setup", words_of(kSetupWords)},
          {"per_language", words_of(kLanguageWords)},
          {"requires_by_language", words_of(kRequiresWords)}};
}

}  // namespace

TEST_SUITE_BEGIN("expand/keys");

TEST_CASE("the schema has the parser's words for every kind of map, and no others") {
  const nlohmann::json maps = maps_of_schema();
  for (const auto& [name, words] : words_of_parser()) {
    const std::string& shown = name;  // clang 14 captures no structured binding
    CAPTURE(shown);
    const nlohmann::json& map = maps.at(name);
    CHECK(keys_of(map.at("properties")) == words);
    CHECK(map.at("additionalProperties") == false);
  }
}

TEST_CASE("the schema has no kind of map that the parser does not know") {
  const std::map<std::string, Words> parser = words_of_parser();
  const nlohmann::json maps = maps_of_schema();
  for (const auto& [name, map] : maps.items()) {
    const std::string shown = name;
    CAPTURE(shown);
    CHECK(map.contains("properties") == parser.contains(name));
  }
}

TEST_CASE("every key has a text to show in an editor") {
  const nlohmann::json maps = maps_of_schema();
  for (const auto& [name, words] : words_of_parser()) {
    for (const auto& [key, property] : maps.at(name).at("properties").items()) {
      const std::string shown = name + "." + key;
      CAPTURE(shown);
      const std::string reference = property.value("$ref", "");
      const bool described =
          property.contains("description") ||
          (!reference.empty() &&
           maps.at(reference.substr(std::string_view("#/definitions/").size())).contains("description"));
      CHECK(described);
    }
  }
}

TEST_SUITE_END();
