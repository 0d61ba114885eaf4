// SPDX-License-Identifier: Apache-2.0
#include "harness/stepper/start_of_stack.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/error.hpp"

namespace quern {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kStackSize = 8 << 20;  // the usual limit
constexpr std::uint64_t kAbove = 64 << 10;     // what is moved: the number of variables decides

void map_stack(const Tracee& tracee, std::uint64_t stack) {
  const std::uint64_t end = (stack + kAbove + kPage - 1) / kPage * kPage;
  const std::uint64_t begin = end - kStackSize;
  const std::uint64_t flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_NORESERVE;
  const std::uint64_t got =
      tracee.call(SYS_mmap, {begin, kStackSize, PROT_READ | PROT_WRITE, flags, ~std::uint64_t{0}, 0});
  if (got != begin)
    throw Error(ErrorKind::environment, fmt::format("no stack can be put at {:x}, where it is under Valgrind", stack));
}

// Argument count, arguments, variables, auxiliary vector, each list with a zero at its end.
std::uint64_t hide_vdso(const Tracee& tracee, std::uint64_t at) {
  at += 8 * (tracee.word(at) + 2);
  while (tracee.word(at) != 0) at += 8;
  at += 8;
  for (std::uint64_t type = tracee.word(at); type != AT_NULL; type = tracee.word(at += 16))
    if (type == AT_SYSINFO_EHDR) tracee.set_word(at, AT_IGNORE);
  return at + 16;
}

}  // namespace

void move_stack(const Tracee& tracee, std::uint64_t stack) {
  tracee.step();  // out of execve; no instruction of the program has run yet
  map_stack(tracee, stack);
  user_regs_struct registers = tracee.registers();
  const std::uint64_t end = hide_vdso(tracee, registers.rsp);
  if (end - registers.rsp > kAbove)
    throw Error(ErrorKind::environment, "there are too many variables to move the stack");
  for (std::uint64_t at = registers.rsp; at < end; at += 8)
    tracee.set_word(stack + (at - registers.rsp), tracee.word(at));
  registers.rsp = stack;
  tracee.set_registers(registers);
}

}  // namespace quern
