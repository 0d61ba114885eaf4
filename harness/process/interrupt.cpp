// SPDX-License-Identifier: Apache-2.0
#include "harness/process/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace quern {
namespace {

// A signal handler has no other way to say something.
std::atomic<bool> came{false};

void note(int signal) {
  if (!came.exchange(true)) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

void remember_interrupts() {
  struct sigaction action = {};
  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction inherited = {};
    sigaction(signal, nullptr, &inherited);
    if (inherited.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);  // nohup means it
  }
}

bool interrupted() { return came.load(); }

}  // namespace quern
