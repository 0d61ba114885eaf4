// SPDX-License-Identifier: Apache-2.0
#include "base/yaml/yaml_reader.hpp"

#include <doctest/doctest.h>

#include "tests/unit/expand/suite_text.hpp"

using namespace quern;
using namespace quern::test;

namespace {

std::string problems_in(const std::string& text) {
  const Source source("a.yaml", text);
  Problems problems;
  read_yaml(source, problems);
  return problems.render();
}

}  // namespace

TEST_SUITE_BEGIN("base/yaml/yaml_reader");

TEST_CASE("a tree keeps order, kinds and places") {
  const Source source("a.yaml", "b: 1\na:\n  - 'x'\n  - |\n    code\n    more\n");
  Problems problems;
  const std::optional<YamlNode> root = read_yaml(source, problems);
  REQUIRE(root.has_value());
  REQUIRE(root->entries.size() == 2);
  CHECK(root->entries[0].key.text.text == "b");
  CHECK(root->entries[0].value.plain);
  const YamlNode& list = root->entries[1].value;
  REQUIRE(list.items.size() == 2);
  CHECK_FALSE(list.items[0].plain);
  CHECK(list.items[1].text.text == "code\nmore\n");
  CHECK(to_string(to_origin(list.items[1].text.place)) == "a.yaml:5:5");
}

TEST_CASE("the content of a block is found behind an anchor and a tag") {
  const Source source("a.yaml", "a: &x !!str |-\n    code\n");
  Problems problems;
  CHECK(to_string(to_origin(read_yaml(source, problems)->entries[0].value.text.place)) == "a.yaml:2:5");
}

TEST_CASE("text on one line begins behind its anchor, its tag and its quote") {
  const auto begins = [](const std::string& text) {
    const Source source("a.yaml", text);
    Problems problems;
    return to_string(to_origin(read_yaml(source, problems)->entries[0].value.text.place));
  };
  CHECK(begins("a: code") == "a.yaml:1:4");
  CHECK(begins("a: 'code'") == "a.yaml:1:5");
  CHECK(begins("a: \"code\"") == "a.yaml:1:5");
  CHECK(begins("a: &x code") == "a.yaml:1:7");
  CHECK(begins("a: &x !!str 'code'") == "a.yaml:1:14");
}

TEST_CASE("an alias is a copy of what its anchor names") {
  const std::vector<Case> cases = expand(
      "stmts:\n"
      "  a: {py_stmt: &s x + y, setup: &setup {py: x = 1}}\n"
      "  b: {py_stmt: *s, setup: *setup}\n");
  REQUIRE(cases.size() == 2);
  CHECK(snippet(cases[1]).stmt.text() == "x + y");
  CHECK(snippet(cases[1]).setup.text() == "x = 1");
  CHECK(cases[0].definition_hash == cases[1].definition_hash);
}

TEST_CASE("a mistake inside an alias is reported once, where it was written") {
  CHECK(mistake_lines("stmts:\n  a: &a {py_stmt: x, tag: y}\n  b: *a\n") ==
        std::vector<std::string>{"a.yaml:2:22: unknown key 'tag' in stmts"});
}

TEST_CASE("aliases that do not fit into memory are refused before they are copied") {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 30; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last + ", " + last + ", " + last + "]\n";
  }
  CHECK(problems_in(text).find("aliases expand to more than 1000000 nodes") != std::string::npos);
}

TEST_CASE("an alias of a bad variants block is refused as often as it is used") {
  CHECK(mistake_lines("variants:\n  a: &a {py_block: \"x\\ny\", cpp_block: // n}\n  b: *a\n").size() == 1);
}

TEST_CASE("CRLF files expand to the same cases and the same hashes as LF files") {
  const std::string text =
      "stmts:\n"
      "  add:\n"
      "    py_stmt: |\n"
      "      a = x\n"
      "\n"
      "      b = y\n"
      "    cpp_stmt: >-\n"
      "      folded\n"
      "      text;\n"
      "    setup: {py: \"first\n"
      "      second\"}\n"
      "variants:\n"
      "  v:\n"
      "    py_block: |\n"
      "      # @Setup\n"
      "      x = 1\n"
      "      # @Heading\n"
      "      x\n";
  std::string windows;
  for (const char c : text) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const std::vector<Case> unix_cases = expand(text);
  const std::vector<Case> windows_cases = expand(windows);
  REQUIRE(ids(unix_cases) == ids(windows_cases));
  for (std::size_t i = 0; i < unix_cases.size(); ++i) {
    CHECK(snippet(unix_cases[i]).stmt.text() == snippet(windows_cases[i]).stmt.text());
    CHECK(snippet(unix_cases[i]).setup.text() == snippet(windows_cases[i]).setup.text());
    CHECK(unix_cases[i].definition_hash == windows_cases[i].definition_hash);
    CHECK(to_string(unix_cases[i].definition) == to_string(windows_cases[i].definition));
  }
}

TEST_CASE("every way in which YAML can be broken is an answer, not a crash") {
  for (const std::string text :
       {"a: b: c", "a: [1", "a: {b", "a: \"x", "a: *x", "- a\nb: 1", "a:\n - b\n c: 1", "? [a]\n: b", "a: 1\n---\nb: 1",
        "a: \"\\uD800\"", "a: \"\\q\"", "%YAML 9.9\n---\na: 1", "~: 1", "@a: 1", "a: 'x", "{a: 1}}", "a: 1\na: 2"})
    CHECK_MESSAGE(problems_in(text) != "", text);
}

TEST_CASE("mistakes at the end of the file point at the last line that says something") {
  CHECK(problems_in("a: {b: 1\n\n\n").starts_with("a.yaml:1:9: not valid YAML"));
}

TEST_SUITE_END();
