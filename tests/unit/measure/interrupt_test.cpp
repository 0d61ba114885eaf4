// SPDX-License-Identifier: Apache-2.0
#include "harness/process/interrupt.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

#include "harness/process/piped_child.hpp"
#include "harness/process/temporary_folder.hpp"

using namespace quern;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace {

/// Runs in a process of its own, since an interrupt is remembered for ever. The wait status.
int in_child(const std::function<bool()>& body) {
  const pid_t pid = fork();
  if (pid == 0) {
    for (const int number : {SIGINT, SIGTERM}) std::signal(number, SIG_DFL);  // doctest has its own
    _exit(body() ? 0 : 1);
  }
  int status = -1;
  waitpid(pid, &status, 0);
  return status;
}

}  // namespace

TEST_SUITE_BEGIN("harness/process/interrupt");

TEST_CASE("the first signal is remembered and ends nothing") {
  for (const int signal : {SIGINT, SIGTERM})
    CHECK(in_child([signal] {
            remember_interrupts();
            const bool before = interrupted();
            raise(signal);
            return !before && interrupted();
          }) == 0);
}

TEST_CASE("without a wish to remember, a signal ends the process") {
  const int status = in_child([] {
    raise(SIGTERM);
    return true;
  });
  CHECK(WIFSIGNALED(status));
}

TEST_CASE("the second signal ends the process at once") {
  const int status = in_child([] {
    remember_interrupts();
    raise(SIGINT);
    raise(SIGINT);
    return true;
  });
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGINT);
}

TEST_CASE("a process that is stuck in a call ends two seconds after a signal, with exit code 130") {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const auto start = Clock::now();
    const int status = in_child([signal] {
      remember_interrupts();
      raise(signal);
      while (true) pause();
      return false;
    });
    CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 130));
    CHECK(Clock::now() - start > 1s);
    CHECK(Clock::now() - start < 10s);
  }
}

TEST_CASE("waiting for a child stops at an interrupt, and the child is killed") {
  CHECK(in_child([] {
          const TemporaryFolder folder;
          PipedChild child({"/bin/sleep", {"60"}, {}, folder.path() / "log", folder.path()});
          remember_interrupts();
          raise(SIGINT);
          std::string line;
          const bool stopped = child.read_line(line, Clock::now() + 60s) == PipedChild::Read::interrupted;
          return stopped && child.wait(Clock::now() + 60s).how == ChildExit::How::timed_out;
        }) == 0);
}

TEST_SUITE_END();
