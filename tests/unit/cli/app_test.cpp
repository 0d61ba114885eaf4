// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/app.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "harness/cli/exit_code.hpp"
#include "tests/unit/cli/in_folder.hpp"

using namespace quern;
using namespace quern::test;

TEST_SUITE_BEGIN("harness/cli/app");

TEST_CASE_FIXTURE(InFolder, "results go to the one stream, messages to the other") {
  write("s.yaml", "stmts: {a: {py_stmt: x}}\n");
  CHECK(quern({"list", "s.yaml"}) == 0);
  CHECK(out == "a:eager:forward:python:t1\n");
  CHECK(err == "1 case: 0 C++, 1 Python\n");
  CHECK(quern({"list", "--json", "s.yaml"}) == 0);
  CHECK(out.starts_with("{\n"));
  CHECK(err.empty());
}

TEST_CASE_FIXTURE(InFolder, "mistakes in a definition and in the command line are exit 2, with nothing on stdout") {
  write("s.yaml", "stmt: {}\n");
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {}, {"lsit"}, {"list", "s.yaml"}, {"list", "none.yaml"}, {"list", "--jsn"}, {"show"}, {"--nonsense"}}) {
    CHECK(quern(arguments) == 2);
    CHECK(out.empty());
    CHECK_FALSE(err.empty());
  }
}

TEST_CASE_FIXTURE(InFolder, "help and version are results") {
  CHECK(quern({"--help"}) == 0);
  CHECK(out.find("Usage: quern") != std::string::npos);
  CHECK(quern({"list", "--help"}) == 0);
  CHECK(out.find("Usage: quern list") != std::string::npos);
  CHECK(quern({"--version"}) == 0);
  CHECK(out.starts_with("quern "));
}

TEST_CASE_FIXTURE(InFolder, "help does not need a good settings file") {
  write("quern.yaml", "nonsense: 1\n");
  CHECK(quern({"list", "--help"}) == 0);
}

TEST_CASE_FIXTURE(InFolder, "what the user typed is printed without its terminal escapes") {
  quern({"list", "\x1b[31m.yaml"});
  CHECK(err.find('\x1b') == std::string::npos);
  quern({"\x1b[31m"});
  CHECK(err.find('\x1b') == std::string::npos);
}

TEST_CASE_FIXTURE(InFolder, "a result that cannot be written is an environment error") {
  std::string program = "quern";
  std::string option = "--version";
  std::vector<char*> arguments = {program.data(), option.data()};
  std::ostringstream broken;
  broken.setstate(std::ios::badbit);
  std::ostringstream messages;
  CHECK(run_quern({arguments, broken, messages}) == 4);
  CHECK(messages.str() == "quern: cannot write the result to standard output\n");
}

TEST_CASE_FIXTURE(InFolder, "a working directory that is gone is an environment error, not a bug of ours") {
  std::filesystem::create_directory("gone");
  std::filesystem::current_path("gone");
  std::filesystem::remove("../gone");
  CHECK(quern({"list", "s.yaml"}) == 4);
  CHECK(err == "quern: cannot use the working directory: No such file or directory\n");
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("harness/cli/exit_code");

TEST_CASE("exit codes are what scripts were promised") {
  CHECK(static_cast<int>(ExitCode::ok) == 0);
  CHECK(static_cast<int>(ExitCode::case_failed) == 1);
  CHECK(static_cast<int>(ExitCode::usage) == 2);
  CHECK(static_cast<int>(ExitCode::regression) == 3);
  CHECK(static_cast<int>(ExitCode::environment) == 4);
  CHECK(static_cast<int>(ExitCode::unstable) == 5);
  CHECK(static_cast<int>(ExitCode::internal) == 70);
  CHECK(static_cast<int>(ExitCode::interrupted) == 130);
}

TEST_CASE("every kind of error has its exit code") {
  CHECK(exit_code(ErrorKind::usage) == ExitCode::usage);
  CHECK(exit_code(ErrorKind::definition) == ExitCode::usage);
  CHECK(exit_code(ErrorKind::environment) == ExitCode::environment);
  CHECK(exit_code(ErrorKind::internal) == ExitCode::internal);
}

TEST_SUITE_END();
