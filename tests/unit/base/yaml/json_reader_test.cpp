// SPDX-License-Identifier: Apache-2.0
#include "base/yaml/json_reader.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "base/yaml/node_json.hpp"

namespace quern {
namespace {

std::string read_back(const std::string& text) {
  const Source source("x.json", text);
  Problems problems;
  const std::optional<YamlNode> root = read_json_tree(source, problems);
  problems.throw_if_any();
  return json_of(*root).dump();
}

std::string json_mistake(const std::string& text) {
  try {
    read_back(text);
  } catch (const Error& error) {
    const std::string all = error.what();
    return all.substr(0, all.find('\n'));
  }
  return {};
}

}  // namespace

TEST_SUITE_BEGIN("base/yaml/json_reader");

TEST_CASE("values come back as they were written, keys in their order") {
  CHECK(read_back(R"({"b": [1, -2.5, 1e3, true, null], "a": {"x": "y"}, "e": {}, "l": []})") ==
        R"({"b":[1,-2.5,1000.0,true,null],"a":{"x":"y"},"e":{},"l":[]})");
}

TEST_CASE("tabs may indent, and quoted numbers are texts") {
  CHECK(read_back("{\n\t\"a\":\t\"1\"\n}") == R"({"a":"1"})");
}

TEST_CASE("escapes stand for their characters, also for those that need two") {
  CHECK(read_back(R"(["a\n\"\\\u00e9\ud83d\ude00"])") == "[\"a\\n\\\"\\\\é😀\"]");
  CHECK(json_mistake(R"(["\ud83d"])") == "x.json:1:9: this escape is half a character");
  CHECK(json_mistake(R"(["\q"])") == "x.json:1:4: this is no escape of JSON");
  CHECK(json_mistake(R"(["\u12")") == "x.json:1:5: expected four hexadecimal digits");
}

TEST_CASE("what is not JSON is shown where it stops being JSON") {
  CHECK(json_mistake("{\"a\": 1\n  \"b\": 2}") == "x.json:2:3: expected ',' or '}'");
  CHECK(json_mistake("[1 2]") == "x.json:1:4: expected ',' or ']'");
  CHECK(json_mistake("{\"a\" 1}") == "x.json:1:6: expected ':'");
  CHECK(json_mistake("{\"a\": 1,}") == "x.json:1:9: expected a quoted key");
  CHECK(json_mistake("{\"a\": }") == "x.json:1:7: expected a value");
  CHECK(json_mistake("{\"a\": 01}") == "x.json:1:7: '01' is no value of JSON");
  CHECK(json_mistake("{\"a\": \"b") == "x.json:1:9: this text does not end");
  CHECK(json_mistake("{} x") == "x.json:1:4: expected the end of the file");
  CHECK(json_mistake("") == "x.json:1:1: expected a value");
}

TEST_CASE("a key that comes twice is a mistake at the second") {
  CHECK(json_mistake("{\"a\": 1,\n \"a\": 2}") == "x.json:2:2: duplicate key 'a'");
}

TEST_CASE("nesting is bounded") {
  CHECK(json_mistake(std::string(100000, '[')) == "x.json:1:102: nested more than 100 levels deep");
}

TEST_CASE("only what begins as an object is taken for JSON") {
  CHECK(looks_like_json(Source("a", " \n{ \"a\": 1}")));
  CHECK(looks_like_json(Source("a", "{}")));
  CHECK_FALSE(looks_like_json(Source("a", "{stmts: {}}")));
  CHECK_FALSE(looks_like_json(Source("a", "stmts: {}")));
  CHECK_FALSE(looks_like_json(Source("a", "")));
}

TEST_CASE("a whole number beyond 64 bits is no number") {
  CHECK(plain_value("9223372036854775807")->get<std::int64_t>() == INT64_MAX);
  CHECK_FALSE(plain_value("9223372036854775808"));
  CHECK_FALSE(plain_value("nan"));
  CHECK_FALSE(plain_value("1e999"));
}

TEST_SUITE_END();

}  // namespace quern
