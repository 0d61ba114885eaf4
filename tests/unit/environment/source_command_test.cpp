// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/source_command.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "base/error.hpp"
#include "harness/process/temporary_folder.hpp"
#include "tests/unit/environment/fake_runner.hpp"

using namespace quern;
using namespace std::chrono_literals;

namespace {

struct Shell {
  TemporaryFolder folder;
  std::unique_ptr<ProcessRunner> runner = make_process_runner();
  std::map<std::string, std::string> base = {{"PATH", "/usr/bin:/bin"}, {"HOME", "/home/me"}, {"SECRET", "s"}};
  EnvironmentSpec spec;

  Shell() { spec.name = "pr"; }

  Sourced run(const std::string& command, std::chrono::milliseconds timeout = 20s) {
    spec.source = command;
    return source(*runner, spec, base, timeout);
  }

  Error error_of(const std::string& command, std::chrono::milliseconds timeout = 20s) {
    try {
      static_cast<void>(run(command, timeout));
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::environment);
      return error;
    }
    FAIL("nothing wrong with " << command);
    return {ErrorKind::internal, ""};
  }
};

using Variables = std::map<std::string, std::string>;

}  // namespace

TEST_SUITE_BEGIN("harness/environment/source_command");

TEST_CASE("what leads to programs and libraries is taken over, nothing else") {
  Shell shell;
  const Sourced sourced =
      shell.run("export VIRTUAL_ENV=/venv PATH=/venv/bin:$PATH COLOR=red; CONDA_PREFIX=/not/exported");
  CHECK(sourced.variables ==
        Variables{{"HOME", "/home/me"}, {"PATH", "/venv/bin:/usr/bin:/bin"}, {"VIRTUAL_ENV", "/venv"}});
  CHECK(sourced.ignored.empty());
}

TEST_CASE("what names a LibTorch where quern was started does not reach a named environment") {
  Shell shell;
  shell.base["QUERN_TORCH_ROOT"] = "/opt/caller";
  shell.base["CMAKE_PREFIX_PATH"] = "/opt/caller";
  const Sourced sourced = shell.run("export CMAKE_PREFIX_PATH=/opt/own:$CMAKE_PREFIX_PATH");
  CHECK(sourced.variables.at("CMAKE_PREFIX_PATH") == "/opt/own:");
  CHECK_FALSE(sourced.variables.contains("QUERN_TORCH_ROOT"));
  CHECK(sourced.left_behind == std::vector<std::string>{"QUERN_TORCH_ROOT"});
  CHECK(shell.run("").variables.at("QUERN_TORCH_ROOT") == "/opt/caller");
  shell.spec.python = "python3.12";
  CHECK_FALSE(shell.run("").variables.contains("QUERN_TORCH_ROOT"));
}

TEST_CASE("what the command removes is gone") {
  Shell shell;
  shell.base["PYTHONHOME"] = "/other";
  CHECK_FALSE(shell.run("unset PYTHONHOME").variables.contains("PYTHONHOME"));
}

TEST_CASE("without a command nothing is run") {
  test::FakeRunner nothing;
  EnvironmentSpec spec;
  spec.torch_root = "/opt/torch";
  spec.variables = {{"A", "1"}};
  const Sourced sourced = source(nothing, spec, {{"PATH", "/bin"}, {"SECRET", "s"}, {"OMP_NUM_THREADS", "2"}});
  CHECK(sourced.variables == Variables{{"A", "1"}, {"PATH", "/bin"}, {"QUERN_TORCH_ROOT", "/opt/torch"}});
  CHECK(sourced.ignored.empty());
  CHECK(nothing.started.empty());
}

TEST_CASE("variables of the environment are there for the command, and stay") {
  Shell shell;
  shell.spec.variables = {{"VARIANT", "debug"}, {"OMP_NUM_THREADS", "4"}};
  const Sourced sourced = shell.run("export CMAKE_PREFIX_PATH=/opt/$VARIANT VARIANT=$VARIANT-2");
  CHECK(sourced.variables.at("CMAKE_PREFIX_PATH") == "/opt/debug");
  CHECK(sourced.variables.at("VARIANT") == "debug-2");
  CHECK(sourced.variables.at("OMP_NUM_THREADS") == "4");
  CHECK(sourced.ignored.empty());
}

TEST_CASE("what would change counts is named if the command set or changed it") {
  Shell shell;
  shell.base["OMP_NUM_THREADS"] = "2";
  shell.base["MKL_CBWR"] = "AVX2";
  const Sourced sourced = shell.run(
      "export LD_AUDIT= PYTHONSTARTUP=/x OMP_NUM_THREADS=2 MKL_CBWR=SSE2 ATEN_CPU_CAPABILITY=default TORCH_LOGS=all; "
      "export LD_PRELOAD=");
  CHECK(sourced.ignored == std::vector<std::string>{"ATEN_CPU_CAPABILITY", "LD_AUDIT", "LD_PRELOAD", "MKL_CBWR",
                                                    "PYTHONSTARTUP", "TORCH_LOGS"});
  CHECK(sourced.variables.size() == 2);
}

TEST_CASE("what the command prints is no variable, and values may be of any form") {
  Shell shell;
  const Sourced sourced = shell.run(
      R"(echo PATH=/evil; echo HOME=/evil >&2; printf 'TMPDIR=/evil\0'; export PYTHONPATH=$'a\nHOME=/evil\n\xff ='"'")");
  CHECK(sourced.variables.at("PATH") == "/usr/bin:/bin");
  CHECK(sourced.variables.at("HOME") == "/home/me");
  CHECK(sourced.variables.at("PYTHONPATH") == "a\nHOME=/evil\n\xff ='");
  CHECK_FALSE(sourced.variables.contains("TMPDIR"));
}

TEST_CASE("the command is one text of any form, in the shell itself") {
  Shell shell;
  const Sourced sourced = shell.run("# a comment\nf() { export VIRTUAL_ENV=\"$1\"; }\nf 'a \"b\" $c'\n# the end");
  CHECK(sourced.variables.at("VIRTUAL_ENV") == "a \"b\" $c");
}

TEST_CASE("a sourced script sees no arguments but its own") {
  Shell shell;
  const std::string script = (shell.folder.path() / "env.sh").string();
  std::ofstream(script) << "export VIRTUAL_ENV=$#\n";
  CHECK(shell.run("source " + script).variables.at("VIRTUAL_ENV") == "0");
}

TEST_CASE("options that the command leaves behind do not hinder reading its variables") {
  Shell shell;
  for (const std::string options : {"set -euo pipefail", "set -o posix", "set -Cf", "IFS=/", "export UNSET; set -u"})
    CHECK(shell.run(options + "; export VIRTUAL_ENV=/v").variables.at("VIRTUAL_ENV") == "/v");
}

TEST_CASE("start-up files are not read, also where the environment names one") {
  Shell shell;
  const std::string script = (shell.folder.path() / "startup").string();
  std::ofstream(script) << "export VIRTUAL_ENV=/startup\n";
  shell.base["BASH_ENV"] = script;
  CHECK_FALSE(shell.run("true").variables.contains("VIRTUAL_ENV"));
}

TEST_CASE("the command runs in the folder of its environment, and a relative root is meant from where it ended") {
  Shell shell;
  std::filesystem::create_directories(shell.folder.path() / "build/torch");
  std::ofstream(shell.folder.path() / "build/env.sh") << "export QUERN_TORCH_ROOT=./torch\n";
  shell.spec.folder = shell.folder.path();
  CHECK(shell.run("cd build && . ./env.sh").variables.at("QUERN_TORCH_ROOT") ==
        (std::filesystem::canonical(shell.folder.path()) / "build/torch").string());
  shell.spec.torch_root = "/opt/torch";
  CHECK(shell.run("cd build && . ./env.sh").variables.at("QUERN_TORCH_ROOT") == "/opt/torch");
}

TEST_CASE("a command that fails says so with the last line that it printed") {
  Shell shell;
  const Error error = shell.error_of("echo first; echo 'no such build' >&2; echo; false");
  CHECK(std::string(error.what()) == "the source command of environment 'pr' failed with exit code 1: no such build");
  CHECK_FALSE(error.hint().empty());
  CHECK(std::string(shell.error_of("exit 3").what()) ==
        "the source command of environment 'pr' failed with exit code 3");
  CHECK(std::string(shell.error_of("source nowhere/activate").what()).find("No such file") != std::string::npos);
  CHECK(std::string(shell.error_of("set -e; false; true").what()).find("exit code 1") != std::string::npos);
  CHECK(std::string(shell.error_of("if").what()).find("syntax error") != std::string::npos);
  CHECK(std::string(shell.error_of("kill -9 $$").what()).find("was ended by signal 9") != std::string::npos);
}

TEST_CASE("a command that waits is killed") {
  Shell shell;
  const Error error = shell.error_of("sleep 60", 300ms);
  CHECK(std::string(error.what()) == "the source command of environment 'pr' was not done after 0.3 s");
}

TEST_CASE("a command that asks gets no answer") {
  Shell shell;
  CHECK(std::string(shell.error_of("read -r answer").what()).find("exit code 1") != std::string::npos);
  CHECK(shell.run("cat").variables.size() == 2);
}

TEST_CASE("a command that ends its shell has no variables") {
  Shell shell;
  for (const std::string command : {"export A=1; exit 0", "exec true"}) {
    const Error error = shell.error_of(command);
    CHECK(std::string(error.what()).find("ended its shell") != std::string::npos);
    CHECK(error.hint() == "leave out 'exit' and 'exec'");
  }
}

TEST_CASE("without bash there is no source command") {
  test::FakeRunner nothing;
  EnvironmentSpec spec;
  spec.source = "true";
  CHECK_THROWS_WITH_AS(static_cast<void>(source(nothing, spec, {})),
                       "the source command of environment 'default' cannot be run: bash not found", Error);
}

TEST_SUITE_END();
