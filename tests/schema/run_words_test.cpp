// SPDX-License-Identifier: Apache-2.0
// docs/results.md and the schema of runs list what the registries of harness/model hold.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "harness/model/case_time.hpp"
#include "harness/model/failure.hpp"
#include "harness/model/metrics.hpp"

namespace {

std::string read(const std::string& name) {
  std::ifstream stream(std::string(QUERN_DOCS) + "/" + name);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

nlohmann::json definitions_of_schema() {
  return nlohmann::json::parse(read("schemas/quern.run.1.schema.json")).at("definitions");
}

std::set<std::string> names_in(const nlohmann::json& object) {
  std::set<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

std::size_t rows_of_table(const std::string& text, const std::string& head) {
  std::istringstream lines(text.substr(text.find(head)));
  std::size_t rows = 0;
  for (std::string line; std::getline(lines, line) && !line.empty();) ++rows;
  return rows - 2;  // the head and the line under it
}

}  // namespace

TEST_CASE("results.md has a row for every metric and for no other") {
  const std::string text = read("results.md");
  for (const quern::Metric& metric : quern::known_metrics()) {
    const std::string word = metric.asked_by.empty() ? "–" : fmt::format("`{}`", metric.asked_by);
    const std::string row = fmt::format("| `{}` | {} | {} | {} |\n", metric.name, word, metric.unit, metric.meaning);
    CAPTURE(row);
    CHECK(text.find(row) != std::string::npos);
  }
  CHECK(rows_of_table(text, "| metric | word |") == quern::known_metrics().size());
}

TEST_CASE("the schema of runs names every metric") {
  std::set<std::string> metrics;
  for (const quern::Metric& metric : quern::known_metrics()) metrics.emplace(metric.name);
  for (const char* name : {quern::kInstructions, quern::kTime}) metrics.erase(name);  // fields of their own
  CHECK(names_in(definitions_of_schema().at("numbers").at("properties").at("metrics").at("properties")) == metrics);
}

TEST_CASE("results.md has a row for every kind of failure and for no other") {
  const std::string text = read("results.md");
  for (const quern::FailureWord& failure : quern::failure_words()) {
    const std::string row = fmt::format("| `{}` | {} |\n", failure.word, failure.meaning);
    CAPTURE(row);
    CHECK(text.find(row) != std::string::npos);
  }
  CHECK(rows_of_table(text, "| kind | meaning |") == quern::failure_words().size());
}

TEST_CASE("the schema of runs names every kind of failure") {
  std::vector<std::string> words;
  for (const quern::FailureWord& failure : quern::failure_words()) words.emplace_back(failure.word);
  CHECK(definitions_of_schema().at("failure").at("properties").at("kind").at("examples") == words);
}
