// SPDX-License-Identifier: Apache-2.0
#include "worker/case/request.h"

#include <doctest/doctest.h>

#include <string>

#include "worker/case/windows.h"

namespace {

constexpr const char* kLines[] = {
    "protocol 3\n",           "symbol quern_case_1\n", "threads 2\n",          "pairs 3\n",
    "result /tmp/a/result\n", "log /tmp/a/log\n",      "dumps /tmp/a/out/%p\n"};

/// All lines; the one that begins with `key` replaced.
std::string request(const std::string& key = "none", const std::string& line = "") {
  std::string text;
  for (const std::string known : kLines) text += known.starts_with(key + " ") ? line : known;
  return text;
}

bool parses(const std::string& text) {
  quern_request parsed = {};
  return quern_parse_request(text.data(), text.size(), &parsed) == 0;
}

}  // namespace

TEST_SUITE_BEGIN("worker/case/request");

TEST_CASE("a request is read line by line, in any order, with or without a last newline") {
  quern_request parsed = {};
  const std::string text = "dumps /tmp/b c/%p\nunknown 1\n" + request("dumps") + "threads 7";
  REQUIRE(quern_parse_request(text.data(), text.size(), &parsed) == 0);
  CHECK(std::string(parsed.symbol) == "quern_case_1");
  CHECK(parsed.threads == 2);
  CHECK(parsed.pairs == 3);
  CHECK(std::string(parsed.result) == "/tmp/a/result");
  CHECK(std::string(parsed.log) == "/tmp/a/log");
  CHECK(std::string(parsed.dumps) == "/tmp/b c/%p");
  CHECK(parses(request().substr(0, request().size() - 1)));
}

TEST_CASE("nothing behind the given length is read") {
  quern_request parsed = {};
  const std::string text = request();
  CHECK(quern_parse_request(text.data(), text.find("dumps"), &parsed) != 0);
  CHECK(quern_parse_request(text.data(), 0, &parsed) != 0);
}

TEST_CASE("a line that is missing makes it none") {
  for (const char* key : {"protocol", "symbol", "threads", "pairs", "result", "log", "dumps"}) {
    CAPTURE(key);
    CHECK_FALSE(parses(request(key)));
    CHECK_FALSE(parses(request(key, std::string(key) + "\n")));
    CHECK_FALSE(parses(request(key, std::string(key) + "s 1\n")));
  }
}

TEST_CASE("a value that is too long for its place makes it none") {
  CHECK(parses(request("symbol", "symbol " + std::string(63, 's') + "\n")));
  CHECK_FALSE(parses(request("symbol", "symbol " + std::string(64, 's') + "\n")));
  CHECK_FALSE(parses(request("log", "log " + std::string(256, 'l') + "\n")));
  CHECK_FALSE(parses(request("threads", "threads " + std::string(16, '1') + "\n")));
}

TEST_CASE("a number must be one, and more than 0") {
  for (const char* value : {"0", "-1", "two", " "})
    CHECK_FALSE(parses(request("threads", std::string("threads ") + value + "\n")));
}

TEST_CASE("the length of windows may be given") {
  quern_request parsed = {};
  const std::string given = request() + "unit 2\n";
  REQUIRE(quern_parse_request(given.data(), given.size(), &parsed) == 0);
  CHECK(parsed.unit == 2);
  REQUIRE(quern_parse_request(request().data(), request().size(), &parsed) == 0);
  CHECK(parsed.unit == 0);
  CHECK_FALSE(parses(request() + "unit -2\n"));
  CHECK_FALSE(parses(request() + "unit two\n"));
}

TEST_CASE("there are no more pairs than windows have room") {
  const int most = QUERN_MOST_WINDOWS / 2;
  CHECK(parses(request("pairs", "pairs " + std::to_string(most) + "\n")));
  CHECK_FALSE(parses(request("pairs", "pairs " + std::to_string(most + 1) + "\n")));
}

TEST_CASE("a request of another protocol is none") {
  CHECK(parses(request("protocol", "protocol 3\n")));
  CHECK_FALSE(parses(request("protocol", "protocol 4\n")));
  CHECK_FALSE(parses(request("protocol", "protocol 0\n")));
}

TEST_SUITE_END();
