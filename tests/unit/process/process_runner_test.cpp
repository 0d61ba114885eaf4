// SPDX-License-Identifier: Apache-2.0
#include "harness/process/process_runner.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/error.hpp"
#include "harness/process/child_output.hpp"
#include "harness/process/temporary_folder.hpp"

using namespace quern;
using namespace std::chrono_literals;

namespace {

struct ShellFixture {
  TemporaryFolder folder;
  std::unique_ptr<ProcessRunner> runner = make_process_runner();

  ChildExit run(const std::string& script, std::chrono::milliseconds timeout = 20s) {
    return runner->run({"/bin/sh", {"-c", script}, {{"GREETING", "hello"}}, folder.path() / "log"}, timeout);
  }

  [[nodiscard]] std::string log() const {
    std::ostringstream text;
    text << std::ifstream(folder.path() / "log").rdbuf();
    return text.str();
  }
};

bool ends_soon(pid_t pid) {
  for (int i = 0; i < 200; ++i) {
    if (kill(pid, 0) != 0) return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

}  // namespace

TEST_SUITE_BEGIN("harness/process/process_runner");

TEST_CASE("an exit code is a value") {
  ShellFixture shell;
  CHECK(shell.run("exit 0").code == 0);
  const ChildExit exit = shell.run("exit 7");
  CHECK(exit.how == ChildExit::How::exited);
  CHECK(exit.code == 7);
}

TEST_CASE("children can be waited for though we were started with SIGCHLD ignored") {
  std::signal(SIGCHLD, SIG_IGN);
  ShellFixture shell;
  CHECK(shell.run("exit 7").code == 7);
}

TEST_CASE("a signal is a value too, and not mistaken for an exit code") {
  ShellFixture shell;
  const ChildExit exit = shell.run("kill -SEGV $$");
  CHECK(exit.how == ChildExit::How::signaled);
  CHECK(exit.code == SIGSEGV);
}

TEST_CASE("a child starts in the folder that it is given, else in ours") {
  const ShellFixture shell;
  const TemporaryFolder elsewhere;
  const auto where = [&](const std::filesystem::path& folder) {
    return output_of(*shell.runner, {"/bin/pwd", {"-P"}, {}, {}, folder}, 20s).value_or("");
  };
  CHECK(where(elsewhere.path()) == std::filesystem::canonical(elsewhere.path()).string() + "\n");
  CHECK(where({}) == std::filesystem::canonical(".").string() + "\n");
}

TEST_CASE("a variable may be shorter than the name of another one") {
  const ShellFixture shell;
  const std::map<std::string, std::string> variables = {{"A", ""}, {"A_VERY_LONG_NAME_OF_A_VARIABLE_INDEED", "x"}};
  CHECK(output_of(*shell.runner, {"/usr/bin/env", {}, variables, {}}, 20s) ==
        "A=\nA_VERY_LONG_NAME_OF_A_VARIABLE_INDEED=x\n");
}

TEST_CASE("both streams go to the log, in the order in which they were written") {
  ShellFixture shell;
  shell.run("echo one; echo two >&2; echo three");
  CHECK(shell.log() == "one\ntwo\nthree\n");
}

TEST_CASE("a child that writes more than a pipe holds is not stopped by it") {
  ShellFixture shell;
  CHECK(shell.run("head -c 1000000 /dev/zero").code == 0);
  CHECK(shell.log().size() == 1'000'000);
}

TEST_CASE("children see the given environment and nothing else, and have no input") {
  ShellFixture shell;
  CHECK(shell.run("echo $GREETING $HOME; cat").code == 0);
  CHECK(shell.log() == "hello\n");
}

TEST_CASE("arguments reach the child as they are: no shell looks at them") {
  ShellFixture shell;
  const std::vector<std::string> arguments = {"%s|", "a b", "$HOME", "*", "'\"", "", "ö\n"};
  REQUIRE(shell.runner->run({"/usr/bin/printf", arguments, {}, shell.folder.path() / "log"}, 20s).code == 0);
  CHECK(shell.log() == "a b|$HOME|*|'\"||ö\n|");
}

TEST_CASE("at the time-out the whole group is killed, also what the child started") {
  ShellFixture shell;
  const auto begin = std::chrono::steady_clock::now();
  const ChildExit exit = shell.run("sleep 60 & echo $!; wait", 300ms);
  CHECK(exit.how == ChildExit::How::timed_out);
  CHECK(std::chrono::steady_clock::now() - begin < 10s);
  const pid_t grandchild = std::stoi(shell.log());
  REQUIRE(grandchild > 1);
  CHECK(ends_soon(grandchild));
}

TEST_CASE("a child that ignores polite signals is killed all the same") {
  ShellFixture shell;
  CHECK(shell.run("trap '' TERM INT HUP; while :; do sleep 1; done", 300ms).how == ChildExit::How::timed_out);
}

TEST_CASE("a program that cannot be started is an environment error that names it") {
  ShellFixture shell;
  for (const std::string program : {"/nonexistent/program", "/etc/passwd", "/tmp"}) {
    try {
      static_cast<void>(shell.runner->run({program, {}, {}, shell.folder.path() / "log"}, 1s));
      FAIL("started " << program);
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::environment);
      CHECK(std::string(error.what()).find(program) != std::string::npos);
    }
  }
}

TEST_CASE("a log that cannot be written is an environment error") {
  ShellFixture shell;
  CHECK_THROWS_AS(static_cast<void>(shell.runner->run({"/bin/true", {}, {}, "/nonexistent/log"}, 1s)), Error);
}

TEST_CASE("programs are found in the folders of a path, in their order, if they can be executed") {
  ShellFixture shell;
  const std::filesystem::path folder = shell.folder.path();
  std::ofstream(folder / "sh") << "not executable";
  CHECK(shell.runner->find_program("sh", folder.string() + ":/bin") == "/bin/sh");
  std::filesystem::permissions(folder / "sh", std::filesystem::perms::owner_all);
  CHECK(shell.runner->find_program("sh", folder.string() + ":/bin") == folder / "sh");
  CHECK(shell.runner->find_program("no-such-program", "/bin:/usr/bin").empty());
  CHECK(shell.runner->find_program("sh", "").empty());
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("harness/process/child_output");

TEST_CASE("what a program prints on both streams is returned") {
  ShellFixture shell;
  CHECK(output_of(*shell.runner, {"/bin/sh", {"-c", "echo out; echo err >&2"}, {}, {}}, 20s) == "out\nerr\n");
}

TEST_CASE("a program that fails, dies or takes too long has no output") {
  ShellFixture shell;
  for (const std::string script : {"echo out; exit 1", "echo out; kill -9 $$", "echo out; sleep 60"})
    CHECK_FALSE(output_of(*shell.runner, {"/bin/sh", {"-c", script}, {}, {}}, 300ms).has_value());
}

TEST_CASE("a flood is cut") {
  ShellFixture shell;
  const std::optional<std::string> output =
      output_of(*shell.runner, {"/bin/sh", {"-c", "head -c 1000000 /dev/zero"}, {}, {}}, 20s);
  REQUIRE(output.has_value());
  CHECK(output->size() == 64 << 10);
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("harness/process/temporary_folder");

TEST_CASE("a folder is there for its owner only, and gone afterwards with what is in it") {
  std::filesystem::path path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    std::ofstream(path / "file") << "x";
    CHECK(std::filesystem::status(path).permissions() == std::filesystem::perms::owner_all);
  }
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_SUITE_END();
