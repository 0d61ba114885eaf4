// SPDX-License-Identifier: Apache-2.0
#include "harness/stepper/tracee.hpp"

#include <fmt/format.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.hpp"

namespace quern {
namespace {

void require(bool good, const char* what) {
  if (!good) throw Error(ErrorKind::environment, fmt::format("cannot {}: {}", what, std::strerror(errno)));
}

}  // namespace

user_regs_struct Tracee::registers() const {
  user_regs_struct registers = {};
  require(ptrace(PTRACE_GETREGS, pid_, nullptr, &registers) == 0, "read registers");
  return registers;
}

void Tracee::set_registers(const user_regs_struct& registers) const {
  require(ptrace(PTRACE_SETREGS, pid_, nullptr, &registers) == 0, "set registers");
}

std::uint64_t Tracee::user(std::size_t offset) const {
  errno = 0;
  const long value = ptrace(PTRACE_PEEKUSER, pid_, offset, nullptr);
  require(errno == 0, "read a register");
  return static_cast<std::uint64_t>(value);
}

std::uint64_t Tracee::instruction() const { return user(offsetof(user_regs_struct, rip)); }
std::uint64_t Tracee::counter() const { return user(offsetof(user_regs_struct, rcx)); }
std::uint64_t Tracee::flags() const { return user(offsetof(user_regs_struct, eflags)); }

bool Tracee::read(std::uint64_t at, void* to, std::size_t size) const {
  const iovec local{to, size};
  const iovec remote{reinterpret_cast<void*>(at), size};  // NOLINT(performance-no-int-to-ptr): of another process
  return process_vm_readv(pid_, &local, 1, &remote, 1, 0) == static_cast<ssize_t>(size);
}

std::uint64_t Tracee::word(std::uint64_t at) const {
  errno = 0;
  const long value = ptrace(PTRACE_PEEKDATA, pid_, at, nullptr);
  require(errno == 0, "read memory");
  return static_cast<std::uint64_t>(value);
}

void Tracee::set_word(std::uint64_t at, std::uint64_t value) const {
  require(ptrace(PTRACE_POKEDATA, pid_, at, value) == 0, "write memory");
}

void Tracee::set_byte(std::uint64_t at, unsigned char value) const {
  const std::uint64_t aligned = at & ~std::uint64_t{7};
  std::uint64_t bytes = word(aligned);
  std::memcpy(reinterpret_cast<unsigned char*>(&bytes) + (at - aligned), &value, 1);
  set_word(aligned, bytes);
}

void Tracee::step() const {
  int status = 0;
  require(ptrace(PTRACE_SINGLESTEP, pid_, nullptr, nullptr) == 0, "step");
  require(waitpid(pid_, &status, __WALL) == pid_ && WIFSTOPPED(status), "step");
}

std::uint64_t Tracee::call(std::uint64_t number, const std::array<std::uint64_t, 6>& arguments) const {
  constexpr std::uint64_t kSyscall = 0x050f;  // the instruction's bytes
  user_regs_struct saved = registers();
  const std::uint64_t code = word(saved.rip);
  user_regs_struct calling = saved;
  calling.rax = number;
  calling.orig_rax = ~0ULL;  // no call that the kernel might restart
  calling.rdi = arguments[0];
  calling.rsi = arguments[1];
  calling.rdx = arguments[2];
  calling.r10 = arguments[3];
  calling.r8 = arguments[4];
  calling.r9 = arguments[5];
  set_word(saved.rip, (code & ~std::uint64_t{0xffff}) | kSyscall);
  set_registers(calling);
  step();
  const std::uint64_t result = registers().rax;
  set_word(saved.rip, code);
  saved.orig_rax = ~0ULL;
  set_registers(saved);
  return result;
}

std::vector<MappedCode> Tracee::code() const {
  std::ifstream maps(fmt::format("/proc/{}/maps", pid_));
  std::vector<MappedCode> found;
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    MappedCode mapped;
    char dash = 0;
    std::string permissions;
    std::string device;
    std::string inode;
    words >> std::hex >> mapped.begin >> dash >> mapped.end >> permissions >> mapped.offset >> device >> inode >>
        std::ws;
    std::getline(words, mapped.file);
    if (permissions.find('x') != std::string::npos) found.push_back(std::move(mapped));
  }
  return found;
}

std::string Tracee::file_of(int descriptor) const {
  std::error_code error;
  const std::filesystem::path target =
      std::filesystem::read_symlink(fmt::format("/proc/{}/fd/{}", pid_, descriptor), error);
  return error ? std::string{} : target.string();
}

}  // namespace quern
