// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/options/settings_options.hpp"

#include <doctest/doctest.h>

#include "tests/unit/cli/in_folder.hpp"

using namespace quern;
using namespace quern::test;

namespace {

/// Four cases, each with a tag of its own, so that what is listed says which setting won.
struct SettingsFixture : InFolder {
  SettingsFixture() {
    write("s.yaml",
          "stmts:\n"
          "  line: {py_stmt: x, tags: line}\n"
          "  variable: {py_stmt: x, tags: variable}\n"
          "  section: {py_stmt: x, tags: section}\n"
          "  top: {py_stmt: x, tags: top}\n");
  }

  std::string listed(std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), {"list", "s.yaml"});
    CHECK(quern(arguments) == 0);
    return out.substr(0, out.find(':'));
  }
};

}  // namespace

TEST_SUITE_BEGIN("harness/cli/options/settings_options");

TEST_CASE_FIXTURE(SettingsFixture,
                  "the command line wins over the environment, the command's section and the top level") {
  write("quern.yaml", "tag: top\nlist: {tag: section}\n");
  CHECK(listed() == "section");
  set("QUERN_TAG", "variable");
  CHECK(listed() == "variable");
  CHECK(listed({"--tag", "line"}) == "line");
}

TEST_CASE_FIXTURE(SettingsFixture,
                  "the top level is for every command that has the option, a section for its own only") {
  write("quern.yaml", "show: {json: true}\ntag: [top]\n");
  CHECK(listed() == "top");
  CHECK(quern({"show", "top:eager:forward:python:t1", "s.yaml"}) == 0);
  CHECK(out.starts_with("{"));
}

TEST_CASE_FIXTURE(SettingsFixture, "lists and flags can be set") {
  write("quern.yaml", "tag: [line, top]\nno-python: false\njson: true\n");
  CHECK(quern({"list", "s.yaml"}) == 0);
  CHECK(out.find("\"line:eager:forward:python:t1\"") != std::string::npos);
  CHECK(out.find("\"top:eager:forward:python:t1\"") != std::string::npos);
  CHECK(out.find("\"section:eager:forward:python:t1\"") == std::string::npos);
}

TEST_CASE_FIXTURE(SettingsFixture, "variables can set lists and flags") {
  set("QUERN_TAG", "line,top");
  set("QUERN_JSON", "true");
  CHECK(quern({"list", "s.yaml"}) == 0);
  CHECK(out.find("\"top:eager:forward:python:t1\"") != std::string::npos);
}

TEST_CASE_FIXTURE(SettingsFixture, "the file is looked for upward, and named as seen from here") {
  write("quern.yaml", "tga: top\n");
  write("deep/er/s.yaml", "stmts: {s: {py_stmt: x}}\n");
  std::filesystem::current_path("deep/er");
  CHECK(quern({"list", "s.yaml"}) == 2);
  CHECK(err == "../../quern.yaml:1:1: unknown key 'tga' in quern.yaml\n    tga: top\n    ^ did you mean 'tag'?\n");
}

TEST_CASE_FIXTURE(SettingsFixture, "a value that the option refuses is shown in the file") {
  write("quern.yaml", "list:\n  threads: none\n");
  CHECK(quern({"list", "s.yaml"}) == 2);
  CHECK(err.starts_with("quern.yaml:2:12: --threads"));
}

TEST_CASE_FIXTURE(SettingsFixture, "a variable that the option refuses is wrong usage") {
  set("QUERN_THREADS", "none");
  CHECK(quern({"list", "s.yaml"}) == 2);
}

TEST_CASE_FIXTURE(SettingsFixture, "a variable can hold a list whose items are checked one by one") {
  write("s.yaml", "stmts: {s: {py_stmt: x, num_threads: [1, 2, 4]}}\n");
  set("QUERN_THREADS", "4,2");
  CHECK(quern({"list", "s.yaml"}) == 0);
  CHECK(out.find(":t1") == std::string::npos);
  CHECK(out.find(":t2") != std::string::npos);
  CHECK(out.find(":t4") != std::string::npos);
}

TEST_CASE_FIXTURE(SettingsFixture, "limits are known at the top level, and their mistakes are shown to every command") {
  write("quern.yaml",
        "limits:\n- {match: add, ir: 0.2% | 50}\nadaptive_limits: {changes: 10, floor: 0.2%}\ntag: top\n");
  CHECK(listed() == "top");
  write("quern.yaml", "limits:\n- ir: much\nadaptive_limits: {flor: 1%}\n");
  CHECK(quern({"list", "s.yaml"}) == 2);
  CHECK(err ==
        "quern.yaml:2:7: 'much' is not a limit\n"
        "    - ir: much\n"
        "          ^ write '0.2%', '50', '0.2% | 50' or 'off'\n"
        "quern.yaml:3:19: unknown key 'flor' in adaptive_limits\n"
        "    adaptive_limits: {flor: 1%}\n"
        "                      ^ did you mean 'floor'?\n");
}

TEST_CASE_FIXTURE(SettingsFixture, "a misspelt section is recognised, and a command has none of them") {
  write("quern.yaml", "limit: []\nlist: {limits: []}\n");
  CHECK(quern({"list", "s.yaml"}) == 2);
  CHECK(err.find("quern.yaml:1:1: unknown key 'limit' in quern.yaml\n    limit: []\n    ^ did you mean 'limits'?\n") ==
        0);
  CHECK(err.find("quern.yaml:2:8: unknown key 'limits' in list\n") != std::string::npos);
}

TEST_CASE_FIXTURE(SettingsFixture, "what only prints and ends cannot be set") {
  write("quern.yaml", "help: true\n");
  CHECK(quern({"list", "s.yaml"}) == 2);
}

TEST_SUITE_END();
