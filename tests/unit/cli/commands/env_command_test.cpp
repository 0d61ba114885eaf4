// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/env_command.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/unit/cli/in_folder.hpp"

using namespace quern;
using namespace quern::test;

namespace {

struct Fixture : InFolder {
  Fixture() { set("QUERN_ENVIRONMENTS", "fetched"); }

  [[nodiscard]] static std::string file(const std::string& name = "quern.yaml") {
    std::ostringstream text;
    text << std::ifstream(name, std::ios::binary).rdbuf();
    return text.str();
  }

  /// The file after `quern env add pr --source 'source a/b'`, which must find it as `before` in the list.
  std::string added_to(const std::string& before) {
    write("quern.yaml", before);
    CHECK(quern({"env", "add", "pr", "--source", "source a/b"}) == 0);
    CAPTURE(err);
    CHECK(quern({"env", "list"}) == 0);
    CHECK(out.find("source a/b\n") != std::string::npos);
    return file();
  }

  void refused(const std::string& before) {
    write("quern.yaml", before);
    CHECK(quern({"env", "add", "pr", "--source", "source a/b"}) == 2);
    CHECK(err.find("cannot add to") != std::string::npos);
    CHECK(file() == before);
  }
};

}  // namespace

TEST_SUITE_BEGIN("harness/cli/commands/env_command");

TEST_CASE_FIXTURE(Fixture, "the first environment makes a file") {
  CHECK(quern({"env", "add", "pr", "--source", "source a/b"}) == 0);
  CHECK(file() == "environments:\n  pr: source a/b\n");
  CHECK(err == "added 'pr' to quern.yaml\n");
  CHECK(quern({"env", "list"}) == 0);
  CHECK(out == "pr  source a/b\n");
}

TEST_CASE_FIXTURE(Fixture, "all that can be said is written, and read again") {
  CHECK(quern({"env", "add", "1.13", "--source", "echo 'a': #b", "--torch-root", "build/torch", "--cxx", "g++",
               "--python", "bin/python", "--set", "A=x=y", "--set", "B="}) == 0);
  CHECK(file() ==
        "environments:\n  '1.13':\n    source: 'echo ''a'': #b'\n    torch_root: build/torch\n    cxx: g++\n"
        "    python: bin/python\n    variables:\n      A: x=y\n      B: ''\n");
  CHECK(quern({"env", "list", "--json"}) == 0);
  const nlohmann::json environment = nlohmann::json::parse(out).at("environments").at(0);
  const std::string here = std::filesystem::current_path().string();
  CHECK(environment.at("name") == "1.13");
  CHECK(environment.at("source") == "echo 'a': #b");
  CHECK(environment.at("torch_root") == here + "/build/torch");
  CHECK(environment.at("python") == here + "/bin/python");
  CHECK(environment.at("variables") == nlohmann::json{{"A", "x=y"}, {"B", ""}});
}

TEST_CASE_FIXTURE(Fixture, "a command of any form survives") {
  for (const std::string command : {"a\nb\t\"c\"\\", "~", "null", "- x", "'", "{a}", "ä; b", " a ", "a: b", "1"}) {
    CAPTURE(command);
    std::filesystem::remove("quern.yaml");
    REQUIRE(quern({"env", "add", "pr", "--source", command}) == 0);
    REQUIRE(quern({"env", "list", "--json"}) == 0);
    CHECK(nlohmann::json::parse(out).at("environments").at(0).at("source") == command);
  }
}

TEST_CASE_FIXTURE(Fixture, "a file without the section gets one at its end") {
  CHECK(added_to("# mine\njson: true # yes\n\n# end\n") ==
        "# mine\njson: true # yes\n\n# end\nenvironments:\n  pr: source a/b\n");
  CHECK(added_to("json: true") == "json: true\nenvironments:\n  pr: source a/b\n");
  CHECK(added_to("# only a comment\n") == "# only a comment\nenvironments:\n  pr: source a/b\n");
  CHECK(added_to("") == "environments:\n  pr: source a/b\n");
}

TEST_CASE_FIXTURE(Fixture, "the section is added to at its end, wherever it stands") {
  CHECK(added_to("json: true\nenvironments:\n  a: x\n") == "json: true\nenvironments:\n  a: x\n  pr: source a/b\n");
  CHECK(added_to("environments:\n  a: x") == "environments:\n  a: x\n  pr: source a/b\n");
  CHECK(added_to("environments:\n  a: x # why\n  # of the section\n\n# of json\njson: true\n") ==
        "environments:\n  a: x # why\n  # of the section\n  pr: source a/b\n\n# of json\njson: true\n");
  CHECK(added_to("environments:\n  a:\n    source: |\n      cd b\n      # . c\n\njson: true\n") ==
        "environments:\n  a:\n    source: |\n      cd b\n      # . c\n  pr: source a/b\n\njson: true\n");
}

TEST_CASE_FIXTURE(Fixture, "an empty section is one") {
  CHECK(added_to("environments:\njson: true\n") == "environments:\n  pr: source a/b\njson: true\n");
  CHECK(added_to("environments: # none\n  # a: x\n") == "environments: # none\n  # a: x\n  pr: source a/b\n");
}

TEST_CASE_FIXTURE(Fixture, "the file's own indentation is kept to") {
  write("quern.yaml", "environments:\n    a:\n        source: x\n");
  CHECK(quern({"env", "add", "pr", "--torch-root", "/t", "--set", "A=b"}) == 0);
  CHECK(file() ==
        "environments:\n    a:\n        source: x\n    pr:\n        torch_root: /t\n        variables:\n"
        "            A: b\n");
  CHECK(added_to("  json: true\n") == "  json: true\n  environments:\n    pr: source a/b\n");
}

TEST_CASE_FIXTURE(Fixture, "lines end as the file's do") {
  CHECK(added_to("json: true\r\nenvironments:\r\n  a: x\r\n\r\n") ==
        "json: true\r\nenvironments:\r\n  a: x\r\n  pr: source a/b\r\n\r\n");
  CHECK(added_to("json: true\r\n") == "json: true\r\nenvironments:\r\n  pr: source a/b\r\n");
}

TEST_CASE_FIXTURE(Fixture, "a file that would have to be rewritten is left alone") {
  refused("environments: {}\n");
  refused("environments: {a: x}\n");
  refused("environments: {\n  a: x\n}\n");
  refused("environments: ~\n");
  refused("{json: true}\n");
  refused("json: true\n...\n");
}

TEST_CASE_FIXTURE(Fixture, "what stays aside, links and permissions are as before") {
  write("real/settings.yaml", "json: true\n");
  std::filesystem::permissions("real/settings.yaml",
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  std::filesystem::create_symlink("real/settings.yaml", "quern.yaml");
  CHECK(quern({"env", "add", "pr", "--source", "x"}) == 0);
  CHECK(std::filesystem::is_symlink("quern.yaml"));
  CHECK(file("real/settings.yaml") == "json: true\nenvironments:\n  pr: x\n");
  CHECK(std::filesystem::status("real/settings.yaml").permissions() ==
        (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
  CHECK(std::distance(std::filesystem::directory_iterator("real"), std::filesystem::directory_iterator()) == 1);
}

TEST_CASE_FIXTURE(Fixture, "the nearest file is added to, and what was typed here reads from there") {
  write("quern.yaml", "json: true\n");
  std::filesystem::create_directories("deep");
  std::filesystem::current_path("deep");
  CHECK(quern({"env", "add", "pr", "--torch-root", "torch", "--python", "../py", "--cxx", "g++"}) == 0);
  CHECK(file("../quern.yaml") ==
        "json: true\nenvironments:\n  pr:\n    torch_root: deep/torch\n    cxx: g++\n    python: './py'\n");
}

TEST_CASE_FIXTURE(Fixture, "wrong usage says what is wrong") {
  write("quern.yaml", "environments:\n  pr: x\n");
  CHECK(quern({"env", "add", "pr", "--source", "y"}) == 2);
  CHECK(err.find("there is an environment 'pr'") != std::string::npos);
  CHECK(quern({"env", "add", "a/b", "--source", "y"}) == 2);
  CHECK(quern({"env", "add", "new"}) == 2);
  CHECK(quern({"env", "add", "new", "--set", "A"}) == 2);
  CHECK(quern({"env", "add", "new", "--set", "LD_PRELOAD=x"}) == 2);
  CHECK(err.find("is pinned by quern") != std::string::npos);
  CHECK(quern({"env", "add", "new", "--source", " "}) == 2);
  CHECK(quern({"env", "lst"}) == 2);
  CHECK(quern({"env"}) == 2);
  CHECK(file() == "environments:\n  pr: x\n");
}

TEST_CASE_FIXTURE(Fixture, "variables and settings do not become part of a new environment") {
  set("QUERN_TORCH_ROOT", "/elsewhere");
  set("QUERN_CXX", "clang++");
  CHECK(quern({"env", "add", "pr", "--source", "x"}) == 0);
  CHECK(file() == "environments:\n  pr: x\n");
}

TEST_CASE_FIXTURE(Fixture, "every command checks the section, and a misspelt one is suggested") {
  write("s.yaml", "stmts: {s: {py_stmt: x}}\n");
  write("quern.yaml", "environments:\n  pr:\n    sourc: x\n");
  CHECK(quern({"list", "s.yaml"}) == 2);
  CHECK(err.starts_with("quern.yaml:3:5: unknown key 'sourc' in an environment"));
  write("quern.yaml", "enviroments:\n  pr: x\n");
  CHECK(quern({"list", "s.yaml"}) == 2);
  CHECK(err.find("did you mean 'environments'?") != std::string::npos);
  write("quern.yaml", "environments:\n  pr: x\n");
  CHECK(quern({"list", "s.yaml"}) == 0);
}

TEST_SUITE_END();
