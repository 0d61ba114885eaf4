// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#include <map>
#include <string>

#include "harness/stepper/patches.hpp"
#include "harness/stepper/settings.hpp"
#include "harness/stepper/step_counts.hpp"
#include "harness/stepper/step_dump.hpp"

namespace quern {

/// Follows a server and everything that it forks, natively, and does for them what Callgrind does between its client
/// requests ZERO_STATS and DUMP_STATS: counts instructions, by single steps. The rest of the time they run freely.
/// Counts the thread that opens a window and no other.
class Tracer {
 public:
  /// `dumps` is Callgrind's out file, in which `%p` stands for the process.
  Tracer(const StepperSettings& settings, std::string dumps, pid_t server)
      : settings_(settings), dumps_(std::move(dumps)), server_(server), patches_(settings) {}

  /// Takes hold of the server before it begins; false, and errno, if that is not permitted.
  [[nodiscard]] bool seize() const;
  /// Until no process is left. Throws Error(environment).
  void run();

 private:
  struct Process {
    bool loading = false;  // libraries come: every one is looked at
    bool stepping = false;
    int parts = 0;
    StepCounter counter;
  };

  void handle(pid_t pid, int status);
  void on_event(pid_t pid, int event);
  void on_exec(pid_t pid);
  void on_call(pid_t pid);
  void on_trap(pid_t pid);
  void on_signal(pid_t pid, int signal);
  void pass_patches(pid_t pid, Process& process);
  void answer_cpuid(user_regs_struct& registers) const;
  void answer_request(pid_t pid, Process& process, user_regs_struct& registers);
  void dump(pid_t pid, Process& process, std::uint64_t name);
  void resume(pid_t pid, int signal);

  const StepperSettings& settings_;
  std::string dumps_;
  pid_t server_;
  Patches patches_;
  StepDumper dumper_;
  std::map<pid_t, Process> processes_;
  bool started_ = false;
};

}  // namespace quern
