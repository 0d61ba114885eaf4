// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/checkup.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "harness/cli/commands/doctor_command.hpp"
#include "harness/environment/version_text.hpp"
#include "tests/unit/environment/fake_runner.hpp"

using namespace quern;
using namespace quern::test;

namespace {

ToolCheck finding(const std::vector<ToolCheck>& findings, const std::string& name) {
  const auto found = std::find_if(findings.begin(), findings.end(), [&](const ToolCheck& f) { return f.name == name; });
  REQUIRE_MESSAGE(found != findings.end(), name);
  return *found;
}

}  // namespace

TEST_SUITE_BEGIN("harness/environment/checkup");

TEST_CASE("a tool that is there is found with its version and its place") {
  FakeRunner runner;
  runner.programs["/opt/bin/valgrind"] = {"valgrind-3.19.0\n"};
  runner.programs["/usr/bin/clang++"] = {"Debian clang version 14.0.6\nTarget: x86_64-pc-linux-gnu\n"};
  const std::vector<ToolCheck> findings = check_up(runner, {{"PATH", "/opt/bin:/usr/bin"}});
  CHECK(finding(findings, "valgrind").version == "3.19.0");
  CHECK(finding(findings, "valgrind").where == "/opt/bin/valgrind");
  CHECK(finding(findings, "clang++").version == "14.0.6");
  CHECK_FALSE(finding(findings, "clang++").blocks());
}

TEST_CASE("a tool that is too old blocks") {
  FakeRunner runner;
  runner.programs["/usr/bin/valgrind"] = {"valgrind-3.9.0\n"};
  const ToolCheck found = finding(check_up(runner, {{"PATH", "/usr/bin"}}), "valgrind");
  CHECK(found.state == ToolCheck::State::too_old);
  CHECK(found.blocks());
}

TEST_CASE("a tool that does not run is as good as missing") {
  FakeRunner runner;
  runner.programs["/usr/bin/valgrind"] = {"", {ChildExit::How::signaled, 11}};
  CHECK(finding(check_up(runner, {{"PATH", "/usr/bin"}}), "valgrind").state == ToolCheck::State::missing);
}

TEST_CASE("on a machine with nothing, everything required blocks and names its package") {
  FakeRunner runner;
  for (const ToolCheck& found : check_up(runner, {{"PATH", "/nowhere"}})) {
    if (found.blocks()) CHECK_FALSE(found.package.empty());
    if (found.name == "g++" || found.name == "nvidia-smi") CHECK_FALSE(found.blocks());
  }
}

TEST_CASE("a torch for Python is found only if it can be imported") {
  FakeRunner runner;
  runner.programs["/usr/bin/python3"] = {
      "quern: torch\n/usr/bin/python3\n3.11.2\n1.13.1\n-\n/usr/lib/torch\n/usr/lib\n"};
  const ToolCheck found = finding(check_up(runner, {{"PATH", "/usr/bin"}}), "torch for python");
  CHECK(found.state == ToolCheck::State::found);
  CHECK(found.version == "1.13.1");
  CHECK(found.where == "/usr/bin/python3");
  runner.refused = "import torch";
  const ToolCheck broken = finding(check_up(runner, {{"PATH", "/usr/bin"}}), "torch for python");
  CHECK(broken.state == ToolCheck::State::missing);
  CHECK(broken.package == "python3-torch");
}

TEST_CASE("an allocator that only an option asks for is not required") {
  FakeRunner runner;
  CHECK_FALSE(finding(check_up(runner, {{"PATH", "/nowhere"}}), "mimalloc").required);
}

TEST_CASE("versions are found in what programs print") {
  CHECK(find_version("valgrind-3.19.0") == "3.19.0");
  CHECK(find_version("g++ (Debian 12.2.0-14+deb12u1) 12.2.0") == "12.2.0");
  CHECK(find_version("libmimalloc.so.2.0") == "2.0");
  CHECK(find_version("torch 1.13.0a0+gitunknown, ok") == "1.13.0a0+gitunknown");
  CHECK(find_version("version 3") == "");
  CHECK(find_version("") == "");
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("harness/cli/commands/doctor_command");

TEST_CASE("what is missing is named with the one command that installs all of it") {
  std::ostringstream out;
  const std::vector<ToolCheck> findings = {
      {"valgrind", "counts", true, ToolCheck::State::missing, "", "", "valgrind"},
      {"headers", "client requests", true, ToolCheck::State::missing, "", "", "valgrind"},
      {"clang++", "compiles", true, ToolCheck::State::too_old, "3.0", "/usr/bin/clang++", "clang"},
      {"g++", "compiles too", false, ToolCheck::State::missing, "", "", "g++"}};
  CHECK(report_findings(findings, out) == ExitCode::environment);
  CHECK(out.str().ends_with("\nTo get what is missing, as root:\n  apt-get install clang valgrind\n"));
  CHECK(out.str().find("!!  valgrind          MISSING") != std::string::npos);
  CHECK(out.str().find("--  g++               not here") != std::string::npos);
}

TEST_CASE("when nothing required is missing, all is well") {
  std::ostringstream out;
  const std::vector<ToolCheck> findings = {{"g++", "compiles", true, ToolCheck::State::found, "12.2", "/g++", "g++"},
                                           {"nvidia-smi", "CUDA", false, ToolCheck::State::missing, "", "", ""}};
  CHECK(report_findings(findings, out) == ExitCode::ok);
  CHECK(out.str().ends_with("\nEverything that is needed is here.\n"));
}

TEST_SUITE_END();
