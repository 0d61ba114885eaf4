// SPDX-License-Identifier: Apache-2.0
#include "expand/suite.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "harness/process/temporary_folder.hpp"
#include "tests/unit/expand/suite_text.hpp"

using namespace quern;
using namespace quern::test;

namespace fs = std::filesystem;

TEST_SUITE_BEGIN("expand/suite");

TEST_CASE("an include stands where it is written, below the labels and setup around it") {
  const std::vector<Case> cases = expand(Files{{"a.yaml",
                                                "stmts: {first: {py_stmt: x}}\n"
                                                "groups: {g: {setup: {py: s}, include: parts/b.yaml}}\n"},
                                               {"parts/b.yaml", "include: ../c.yaml\nstmts: {b: {py_stmt: x}}\n"},
                                               {"c.yaml", "stmts: {c: {py_stmt: x}}\n"}});
  CHECK(ids(cases) == std::vector<std::string>{"first:eager:forward:python:t1", "g/c:eager:forward:python:t1",
                                               "g/b:eager:forward:python:t1"});
  CHECK(snippet(cases[1]).setup.text() == "s");
  CHECK(to_string(cases[1].definition) == "c.yaml:1:9");
}

TEST_CASE("one file may be included in two groups") {
  CHECK(expand(Files{{"a.yaml", "groups: {g: {include: b.yaml}, h: {include: b.yaml}}\n"},
                     {"b.yaml", "stmts: {b: {py_stmt: x}}\n"}})
            .size() == 2);
}

TEST_CASE("a cycle is reported with its way round, also if a path takes a detour") {
  const std::string text =
      mistakes(Files{{"a.yaml", "include: d/b.yaml\n"}, {"d/b.yaml", "include: ./../d/../a.yaml\n"}});
  CHECK(text ==
        "d/b.yaml:1:10: './../d/../a.yaml' includes itself\n"
        "    include: ./../d/../a.yaml\n"
        "             ^ a.yaml → b.yaml → a.yaml");
  CHECK(mistakes(Files{{"a.yaml", "include: a.yaml\n"}}).find("includes itself") != std::string::npos);
}

TEST_CASE("a missing include is reported where it is named, and the rest is still checked") {
  CHECK(mistake_lines("include: none.yaml\nstmts: {s: {py_stmt: x, tag: y}}\n") ==
        std::vector<std::string>{"a.yaml:1:10: cannot read 'none.yaml': no such file",
                                 "a.yaml:2:25: unknown key 'tag' in stmts"});
}

TEST_CASE("a missing file itself is reported") {
  CHECK(mistakes(Files{}) == "a.yaml:1:1: cannot read 'a.yaml': no such file");
}

TEST_CASE("includes that multiply come to an end") {
  Files files;
  for (int i = 0; i < 40; ++i) {
    const std::string next = std::to_string(i + 1) + ".yaml";
    files[i == 0 ? "a.yaml" : std::to_string(i) + ".yaml"] = "include: [" + next + ", " + next + "]\n";
  }
  files["40.yaml"] = "stmts: {s: {py_stmt: x}}\n";
  CHECK(mistakes(files).find("more than 1000 files are included") != std::string::npos);
}

TEST_CASE("a folder is its definitions files by name, without settings and other things") {
  const TemporaryFolder folder;
  for (const std::string name : {"b.yaml", "a.yaml", "quern.yaml", "notes.txt"})
    std::ofstream(folder.path() / name) << "x";
  fs::create_directory(folder.path() / "sub.yaml");
  const std::vector<std::string> suites = {folder.path().string(), (folder.path() / "a.yaml").string()};
  CHECK(suite_files(suites) == std::vector<fs::path>{folder.path() / "a.yaml", folder.path() / "b.yaml"});
}

TEST_CASE("a suite that is not there, and a folder without one, are wrong usage") {
  const TemporaryFolder folder;
  const std::vector<std::string> nothing = {(folder.path() / "none.yaml").string()};
  const std::vector<std::string> empty = {folder.path().string()};
  CHECK_THROWS_AS(suite_files(nothing), Error);
  CHECK_THROWS_AS(suite_files(empty), Error);
}

TEST_CASE("a file is read up to a limit, and only if it is one") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "file") << "12345678";
  CHECK(read_file(folder.path() / "file", 100) == "12345678");
  CHECK(read_file(folder.path() / "file", 5) == "12345");
  CHECK_THROWS_WITH(read_file(folder.path(), 5), "not a regular file");
  CHECK_THROWS_WITH(read_file(folder.path() / "none", 5), "no such file");
  CHECK_THROWS_WITH(read_file("/dev/zero", 5), "not a regular file");
}

TEST_SUITE_END();
