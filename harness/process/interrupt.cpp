// SPDX-License-Identifier: Apache-2.0
#include "harness/process/interrupt.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <string_view>

namespace quern {
namespace {

constexpr std::array kInterrupts = {SIGINT, SIGTERM, SIGHUP};
constexpr int kExitCode = 130;  // as cli/exit_code.hpp has it

// A signal handler has no other way to say something.
std::atomic<bool> came{false};

// What ends on its own has by then. What has not waits for somebody: a store that another process holds, a reader of
// our output that does not read.
void set_deadline() {
  constexpr itimerval kLast = {{0, 0}, {1, 800000}};
  setitimer(ITIMER_REAL, &kLast, nullptr);
}

void end_now(int /*signal*/) {
  constexpr std::string_view kWords = "quern: interrupted\n";
  if (write(STDERR_FILENO, kWords.data(), kWords.size()) < 0) _exit(kExitCode);  // nobody listens: it ends all the same
  _exit(kExitCode);
}

void note(int signal) {
  if (!came.exchange(true)) return set_deadline();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

void remember_interrupts() {
  handle(SIGALRM, end_now);
  for (const int signal : kInterrupts) {
    struct sigaction inherited = {};
    sigaction(signal, nullptr, &inherited);
    if (inherited.sa_handler != SIG_IGN) handle(signal, note);  // nohup means it
  }
}

bool interrupted() { return came.load(); }

}  // namespace quern
