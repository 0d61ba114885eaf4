// SPDX-License-Identifier: Apache-2.0
#include "base/json_text.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "base/error.hpp"

namespace quern {
namespace {

TEST_SUITE_BEGIN("base/json_text");

TEST_CASE("JSON is read") { CHECK(parse_json(R"({"a": ["[[[\"{", 2]})").dump() == R"({"a":["[[[\"{",2]})"); }

TEST_CASE("a hundred levels are read, more are an error") {
  CHECK(parse_json(std::string(100, '[') + std::string(100, ']')).size() == 1);
  for (const std::size_t levels : {101UL, 200000UL}) {
    CHECK_THROWS_WITH_AS(parse_json(std::string(levels, '[') + std::string(levels, ']')),
                         "it is nested more than 100 levels deep", Error);
    CHECK_THROWS_AS(parse_json(std::string(levels, '[')), Error);
  }
}

TEST_CASE("brackets in texts are no levels") {
  const std::string brackets(1000, '[');
  CHECK(parse_json("[\"" + brackets + "\\\"" + brackets + "\"]").size() == 1);
  CHECK(parse_json(R"(["\\"])").dump() == R"(["\\"])");
}

TEST_CASE("what is no JSON is an error") {
  for (const char* text : {"", "{", "[1,]", "nan", "1e999", "\"\xff\""}) CHECK_THROWS_AS(parse_json(text), Error);
}

TEST_SUITE_END();

}  // namespace
}  // namespace quern
