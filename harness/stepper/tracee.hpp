// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>
#include <sys/user.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace quern {

/// A part of a process's address space that holds code of a file.
struct MappedCode {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t offset = 0;  // in the file
  std::string file;          // empty if it is none
};

/// One stopped process or thread that this process traces. Throws Error(environment) where ptrace fails.
class Tracee {
 public:
  explicit Tracee(pid_t pid) : pid_(pid) {}

  [[nodiscard]] user_regs_struct registers() const;
  void set_registers(const user_regs_struct& registers) const;
  [[nodiscard]] std::uint64_t instruction() const;  // the address of the next one
  [[nodiscard]] std::uint64_t counter() const;      // rcx
  [[nodiscard]] std::uint64_t flags() const;

  /// False if not all of it is mapped.
  bool read(std::uint64_t at, void* to, std::size_t size) const;
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const;
  void set_word(std::uint64_t at, std::uint64_t value) const;
  void set_byte(std::uint64_t at, unsigned char value) const;

  /// Lets it make a system call, and nothing else. The result, or -errno.
  std::uint64_t call(std::uint64_t number, const std::array<std::uint64_t, 6>& arguments) const;
  /// One step, and waits for it.
  void step() const;

  [[nodiscard]] std::vector<MappedCode> code() const;
  /// What an open descriptor refers to; empty if it is no file.
  [[nodiscard]] std::string file_of(int descriptor) const;

 private:
  [[nodiscard]] std::uint64_t user(std::size_t offset) const;

  pid_t pid_;
};

}  // namespace quern
