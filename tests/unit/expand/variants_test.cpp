// SPDX-License-Identifier: Apache-2.0
#include "expand/variants.hpp"

#include <doctest/doctest.h>

using namespace quern;

namespace {

struct ReadBlock {
  GroupedVariants split;
  std::string problems;
};

ReadBlock split(const std::string& py, const std::string& cpp) {
  static const Source kNowhere("a.yaml", "");
  const Place place{&kNowhere, 1, 1};
  Problems problems;
  GroupedVariants variants = split_variants({{py, place}, {cpp, place}}, problems);
  return {variants, problems.render()};
}

std::vector<std::string> lines_of(const ReadBlock& outcome) {
  std::vector<std::string> lines;
  for (const Variant& variant : outcome.split.variants) {
    std::string label;
    for (const std::string& part : variant.label) label += (label.empty() ? "" : "/") + part;
    lines.push_back(label + ": " + variant.stmt.py.text + " | " + variant.stmt.cpp.text);
  }
  return lines;
}

}  // namespace

TEST_SUITE_BEGIN("expand/variants");

TEST_CASE("each line is a benchmark, numbered under its heading from 0") {
  const ReadBlock outcome = split("a\n# @One\nb\nc\n# @Two Words\nd\n", "");
  REQUIRE(outcome.problems == "");
  std::vector<std::vector<std::string>> labels;
  for (const Variant& variant : outcome.split.variants) labels.push_back(variant.label);
  CHECK(labels == std::vector<std::vector<std::string>>{{"0"}, {"One", "0"}, {"One", "1"}, {"Two Words", "0"}});
}

TEST_CASE("line i of one language is paired with line i of the other") {
  const ReadBlock outcome = split("a\nb\n", "a;\nb;\n");
  REQUIRE(outcome.split.variants.size() == 2);
  CHECK(outcome.split.variants[1].stmt.py.text == "b");
  CHECK(outcome.split.variants[1].stmt.cpp.text == "b;");
}

TEST_CASE("blank lines and comments are not measured, comments of the other language are") {
  CHECK(split("# remark\n\na\n  \n", "").split.variants.size() == 1);
  CHECK(split("", "// remark\n#pragma once\n").split.variants.size() == 1);
}

TEST_CASE("blank lines and comments keep their place, and numbers count what is measured") {
  const ReadBlock outcome = split("# @One\na\n# not in Python\nc\n", "// @One\na;\nb;\n\nd;\n");
  REQUIRE(outcome.problems == "");
  CHECK(lines_of(outcome) == std::vector<std::string>{"One/0: a | a;", "One/1:  | b;", "One/2: c | ", "One/3:  | d;"});
}

TEST_CASE("the shorter list is padded, and so is a heading that one language lacks") {
  const ReadBlock outcome = split("a\nb\n# @X\nc\n# @Z\n", "// @Y\nd;\n// @X\nc;\ne;\n// @Z\nf;\n");
  REQUIRE(outcome.problems == "");
  CHECK(lines_of(outcome) ==
        std::vector<std::string>{"0: a | ", "1: b | ", "X/0: c | c;", "X/1:  | e;", "Z/0:  | f;", "Y/0:  | d;"});
}

TEST_CASE("setup sections are kept to the letter, wherever they stand") {
  const ReadBlock outcome = split("# @Setup\nif x:\n  # deep\n\n  y\n# @Lines\na\n# @Global_Setup\nimport z\n", "");
  REQUIRE(outcome.problems == "");
  CHECK(outcome.split.setup.local.py.text == "if x:\n  # deep\n\n  y\n");
  CHECK(outcome.split.setup.global.py.text == "import z\n");
  CHECK(outcome.split.variants.size() == 1);
}

TEST_CASE("headings need no space after the comment sign") {
  CHECK(split("", "//@One\na;\n// @  Two  \nb;\n").split.variants[1].label == std::vector<std::string>{"Two", "0"});
}

TEST_CASE("a block or a heading without a line makes no benchmark at all") {
  for (const auto& pair : {std::pair{"a", "// nothing"}, std::pair{"# @X\na\n# @Y\n# b", "// @X\na;"}}) {
    const ReadBlock outcome = split(pair.first, pair.second);
    CHECK_MESSAGE(outcome.problems != "", pair.first);
    CHECK(outcome.split.variants.empty());
  }
}

TEST_CASE("setup sections may be written in any case, with a space or a bar") {
  for (const char* heading : {"setup", "SETUP", "Setup"})
    CHECK(split(std::string("# @") + heading + "\nx\n# @A\ny\n", "").split.setup.local.py.text == "x\n");
  for (const char* heading : {"global_setup", "Global Setup", "GLOBAL_SETUP"})
    CHECK(split(std::string("# @") + heading + "\nx\n# @A\ny\n", "").split.setup.global.py.text == "x\n");
}

TEST_CASE("a heading that stands twice is a mistake") {
  CHECK(split("# @A\nx\n# @A\ny\n", "").problems.find("duplicate label 'A'") != std::string::npos);
  CHECK(split("# @Setup\nx\n# @Setup\ny\n# @A\nz\n", "").problems.find("a second @Setup") != std::string::npos);
}

TEST_SUITE_END();
