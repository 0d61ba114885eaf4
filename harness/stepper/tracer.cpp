// SPDX-License-Identifier: Apache-2.0
#include "harness/stepper/tracer.hpp"

#include <cpuid.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "harness/stepper/start_of_stack.hpp"

namespace quern {
namespace {

// Of <valgrind/valgrind.h> and <valgrind/callgrind.h>.
constexpr std::uint64_t kCallgrind = ('C' << 24U) | ('T' << 16U);
constexpr std::uint64_t kDumpStats = kCallgrind + 0;
constexpr std::uint64_t kZeroStats = kCallgrind + 1;
constexpr std::uint64_t kDumpStatsAt = kCallgrind + 3;
constexpr std::uint64_t kRunningOnValgrind = 0x1001;

constexpr std::uint32_t kExtendedStates = 0xd;

// Patches are found by their address; a process that has passed its breakpoint stands behind it.
constexpr std::uint64_t kBreakpointSize = 1;

std::string read_text(const Tracee& tracee, std::uint64_t at) {
  constexpr std::size_t kLongest = 128;
  std::string text;
  for (char c = 0; text.size() < kLongest && tracee.read(at + text.size(), &c, 1) && c != '\0' && c != '\n';) text += c;
  return text;
}

}  // namespace

bool Tracer::seize() const {
  const long options = PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC |
                       PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL;
  return ptrace(PTRACE_SEIZE, server_, nullptr, options) == 0;
}

// One process at a time is stepped, but none is waited for alone: the server must go on meanwhile.
void Tracer::run() {
  int status = 0;
  for (pid_t pid = 0; (pid = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR;)
    if (pid > 0) handle(pid, status);
}

void Tracer::handle(pid_t pid, int status) {
  if (!WIFSTOPPED(status)) {
    processes_.erase(pid);
    return;
  }
  const int signal = WSTOPSIG(status);
  const auto event = static_cast<int>(static_cast<unsigned>(status) >> 16U);
  if (event != 0)
    on_event(pid, event);
  else if (signal == (SIGTRAP | 0x80))
    on_call(pid);
  else if (signal == SIGTRAP)
    on_trap(pid);
  else
    on_signal(pid, signal);
}

void Tracer::on_event(pid_t pid, int event) {
  if (event == PTRACE_EVENT_EXEC) return on_exec(pid);
  resume(pid, 0);
}

// The first program is the server. One that a case starts is none of our business.
void Tracer::on_exec(pid_t pid) {
  if (pid != server_ || started_) {
    processes_.erase(pid);
    ptrace(PTRACE_DETACH, pid, nullptr, nullptr);
    return;
  }
  started_ = true;
  const Tracee tracee(pid);
  move_stack(tracee, settings_.stack);
  for (const MappedCode& code : tracee.code()) patches_.set(tracee, code);
  processes_[pid].loading = true;
  resume(pid, 0);
}

// After a system call, and before it, when rax is an error. Code that was just mapped has not run yet.
void Tracer::on_call(pid_t pid) {
  const Tracee tracee(pid);
  const user_regs_struct registers = tracee.registers();
  const auto result = static_cast<std::int64_t>(registers.rax);
  if (registers.orig_rax == SYS_mmap && result > 0 && (registers.rdx & PROT_EXEC) != 0 &&
      static_cast<std::int32_t>(registers.r8) >= 0)
    patches_.set(tracee, {registers.rax, registers.rax + registers.rsi, registers.r9,
                          tracee.file_of(static_cast<std::int32_t>(registers.r8))});
  resume(pid, 0);
}

void Tracer::on_trap(pid_t pid) {
  const Tracee tracee(pid);
  Process& process = processes_[pid];
  const std::uint64_t at = tracee.instruction();
  if (process.stepping) {
    process.counter.end(tracee, at);
    if (patches_.at(at)) pass_patches(pid, process);
  } else if (patches_.at(at - kBreakpointSize)) {
    user_regs_struct registers = tracee.registers();
    registers.rip -= kBreakpointSize;
    tracee.set_registers(registers);
    pass_patches(pid, process);
  } else {
    return resume(pid, SIGTRAP);  // the program's own
  }
  resume(pid, 0);
}

void Tracer::on_signal(pid_t pid, int signal) {
  Process& process = processes_[pid];
  if (process.stepping) {
    const Tracee tracee(pid);
    const std::uint64_t at = tracee.instruction();
    if (at != process.counter.address()) process.counter.end(tracee, at);
  }
  resume(pid, signal);
}

/// Does what the patched instructions at which the process stands mean.
void Tracer::pass_patches(pid_t pid, Process& process) {
  const Tracee tracee(pid);
  user_regs_struct registers = tracee.registers();
  while (const std::optional<InstructionPlace::Kind> kind = patches_.at(registers.rip)) {
    if (process.stepping) process.counter.add(registers.rip);
    registers.rip += length_of(*kind);
    if (*kind == InstructionPlace::Kind::cpuid)
      answer_cpuid(registers);
    else
      answer_request(pid, process, registers);
  }
  tracee.set_registers(registers);
}

// The size of the area in which the loader saves vector registers must be the processor's own: it is that one which
// saves them.
void Tracer::answer_cpuid(user_regs_struct& registers) const {
  const auto leaf = static_cast<std::uint32_t>(registers.rax);
  const auto sub = static_cast<std::uint32_t>(registers.rcx);
  CpuidAnswer answer;
  auto found = settings_.cpuid.find({leaf, sub});
  if (found == settings_.cpuid.end()) found = settings_.cpuid.find({leaf, 0});
  if (leaf == kExtendedStates)
    __cpuid_count(leaf, sub, answer.a, answer.b, answer.c, answer.d);
  else if (found != settings_.cpuid.end())
    answer = found->second;
  registers.rax = answer.a;
  registers.rbx = answer.b;
  registers.rcx = answer.c;
  registers.rdx = answer.d;
}

void Tracer::answer_request(pid_t pid, Process& process, user_regs_struct& registers) {
  std::array<std::uint64_t, 6> arguments{};  // the request's number first
  Tracee(pid).read(registers.rax, arguments.data(), sizeof arguments);
  registers.rdx = arguments[0] == kRunningOnValgrind ? 1 : 0;
  switch (arguments[0]) {
    case kZeroStats:
      process.counter.clear();
      process.stepping = true;
      break;
    case kDumpStats:
    case kDumpStatsAt:
      dump(pid, process, arguments[0] == kDumpStatsAt ? arguments[1] : 0);
      process.stepping = false;
      process.loading = false;  // a server's first window is its rehearsal's, when all is loaded and has run once
      break;
    default:
      break;
  }
}

void Tracer::dump(pid_t pid, Process& process, std::uint64_t name) {
  const Tracee tracee(pid);
  std::string file = dumps_;
  if (const std::size_t at = file.find("%p"); at != std::string::npos) file.replace(at, 2, std::to_string(pid));
  ++process.parts;
  dumper_.write(
      {fmt::format("{}.{}", file, process.parts), pid, process.parts, name == 0 ? "" : read_text(tracee, name)},
      process.counter.counts(), tracee.code());
  process.counter.clear();
}

void Tracer::resume(pid_t pid, int signal) {
  Process& process = processes_[pid];
  if (process.stepping) {
    const Tracee tracee(pid);
    process.counter.begin(tracee, tracee.instruction());
  }
  // A process that was killed in the meantime cannot be resumed: the next wait tells.
  ptrace(process.stepping ? PTRACE_SINGLESTEP : process.loading ? PTRACE_SYSCALL : PTRACE_CONT, pid, nullptr, signal);
}

}  // namespace quern
