// SPDX-License-Identifier: Apache-2.0
#include "harness/process/piped_child.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <csignal>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "base/error.hpp"
#include "harness/process/temporary_folder.hpp"

using namespace quern;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Read = PipedChild::Read;

namespace {

/// A shell script as the child; it reads requests from 3 and replies on 4.
struct Scripted {
  explicit Scripted(const std::string& script, int core = -1)
      : child({"/bin/sh", {"-c", script}, {{"PATH", "/usr/bin:/bin"}}, folder.path() / "log", folder.path(), core}) {}

  std::string line() {
    std::string text;
    const Read read = child.read_line(text, Clock::now() + 20s);
    return read == Read::line ? text : read == Read::ended ? "<ended>" : "<other>";
  }

  [[nodiscard]] std::string log() const {
    std::ostringstream text;
    text << std::ifstream(folder.path() / "log").rdbuf();
    return text.str();
  }

  TemporaryFolder folder;
  PipedChild child;
};

bool ends_soon(pid_t pid) {
  for (int i = 0; i < 400; ++i) {
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string words;
    if (!std::getline(stat, words) || words.find(") Z") != std::string::npos) return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

std::set<std::string> sockets_of(const std::string& process) {
  std::set<std::string> sockets;
  for (const auto& file : std::filesystem::directory_iterator("/proc/" + process + "/fd")) {
    std::error_code ignored;
    const std::string target = std::filesystem::read_symlink(file.path(), ignored).string();
    if (target.starts_with("socket:")) sockets.insert(target);
  }
  return sockets;
}

}  // namespace

TEST_SUITE_BEGIN("harness/process/piped_child");

TEST_CASE("replies come line by line, and then the end") {
  Scripted scripted("printf 'one\\n\\ntwo\\nhalf' >&4");
  CHECK(scripted.line() == "one");
  CHECK(scripted.line().empty());
  CHECK(scripted.line() == "two");
  CHECK(scripted.line() == "<ended>");
}

TEST_CASE("a reply longer than a block is whole") {
  Scripted scripted("head -c 5000 /dev/zero | tr '\\0' x >&4; echo >&4");
  CHECK(scripted.line() == std::string(5000, 'x'));
}

TEST_CASE("a request is a frame: its length in four bytes, the lowest first, then the text") {
  Scripted scripted("head -c 304 <&3 | od -An -v -tx1 -N6 >&4; echo done >&4");
  CHECK(scripted.child.send(std::string(300, 'a')));
  CHECK(scripted.line() == " 2c 01 00 00 61 61");
  CHECK(scripted.line() == "done");
}

TEST_CASE("output goes to the log, never into the replies") {
  Scripted scripted("echo out; echo err >&2; echo reply >&4");
  CHECK(scripted.line() == "reply");
  CHECK(scripted.line() == "<ended>");
  CHECK(scripted.log() == "out\nerr\n");
}

TEST_CASE("a request to a child that has gone is told, and raises no signal") {
  Scripted scripted("exit 0");
  CHECK(scripted.child.wait(Clock::now() + 20s).code == 0);
  CHECK_FALSE(scripted.child.send("hello"));
}

TEST_CASE("a child that does not answer in time is told from one that ended") {
  Scripted scripted("exec sleep 60");
  std::string text = "as before";
  const auto begin = Clock::now();
  CHECK(scripted.child.read_line(text, begin + 50ms) == Read::timed_out);
  CHECK(Clock::now() - begin < 10s);
  CHECK(text == "as before");
}

TEST_CASE("how it ended is a value") {
  Scripted exits("exit 7");
  const ChildExit exited = exits.child.wait(Clock::now() + 20s);
  CHECK(exited.how == ChildExit::How::exited);
  CHECK(exited.code == 7);
  Scripted dies("kill -SEGV $$");
  const ChildExit died = dies.child.wait(Clock::now() + 20s);
  CHECK(died.how == ChildExit::How::signaled);
  CHECK(died.code == SIGSEGV);
}

TEST_CASE("at the deadline it is killed with all that it started") {
  Scripted scripted("trap '' TERM INT; sleep 60 & echo $! >&4; wait");
  const pid_t grandchild = std::stoi(scripted.line());
  CHECK(scripted.child.wait(Clock::now() + 50ms).how == ChildExit::How::timed_out);
  CHECK(ends_soon(grandchild));
}

TEST_CASE("what a child left behind when it ended is killed too") {
  Scripted scripted("sleep 60 & echo $! >&4");
  const pid_t grandchild = std::stoi(scripted.line());
  CHECK(scripted.child.wait(Clock::now() + 20s).how == ChildExit::How::exited);
  CHECK(ends_soon(grandchild));
}

TEST_CASE("when the object goes, child and grandchild go") {
  pid_t child = 0;
  pid_t grandchild = 0;
  {
    Scripted scripted("sleep 60 & echo $! >&4; wait");
    grandchild = std::stoi(scripted.line());
    child = scripted.child.pid();
  }
  CHECK(ends_soon(grandchild));
  CHECK(kill(child, 0) != 0);  // and it is reaped
}

TEST_CASE("when we die, the child dies") {
  const TemporaryFolder folder;
  const pid_t middle = fork();
  if (middle == 0) {
    PipedChild child({"/bin/sleep", {"60"}, {}, folder.path() / "log", folder.path()});
    std::ofstream(folder.path() / "pid") << child.pid();
    kill(getpid(), SIGKILL);
  }
  waitpid(middle, nullptr, 0);
  pid_t pid = 0;
  std::ifstream(folder.path() / "pid") >> pid;
  REQUIRE(pid > 1);
  CHECK(ends_soon(pid));
}

TEST_CASE("the child has its own group, the given environment and directory, and no input") {
  Scripted scripted(
      "read word <&0 || echo none >&4; env | grep -v -e ^PWD= -e ^_= -e ^SHLVL= -e ^OLDPWD= >&4; pwd >&4; "
      "cut -d' ' -f5 /proc/$$/stat >&4");
  CHECK(scripted.line() == "none");
  CHECK(scripted.line() == "PATH=/usr/bin:/bin");
  CHECK(scripted.line() == scripted.folder.path().string());
  CHECK(scripted.line() == std::to_string(scripted.child.pid()));
}

TEST_CASE("addresses are not randomised") {
  Scripted scripted("cat /proc/self/personality >&4");
  CHECK(scripted.line() == "00040000");
}

TEST_CASE("a child can be kept to one core") {
  Scripted scripted("grep Cpus_allowed_list /proc/self/status >&4", 0);
  CHECK(scripted.line() == "Cpus_allowed_list:\t0");
}

TEST_CASE("no end of a channel that is ours reaches a child") {
  Scripted other("read word <&3");
  Scripted scripted("echo ready >&4; read word <&3");
  REQUIRE(scripted.line() == "ready");
  const std::set<std::string> ours = sockets_of("self");
  CHECK(ours.size() >= 4);
  for (const std::string& socket : sockets_of(std::to_string(scripted.child.pid()))) CHECK_FALSE(ours.contains(socket));
}

TEST_CASE("a program that cannot be started is an environment error that names it") {
  const TemporaryFolder folder;
  try {
    const PipedChild child({"/nonexistent/program", {}, {}, folder.path() / "log", folder.path()});
    FAIL("started");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::environment);
    CHECK(std::string(error.what()).find("/nonexistent/program") != std::string::npos);
  }
}

TEST_SUITE_END();
