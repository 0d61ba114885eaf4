// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <unordered_map>

#include "harness/stepper/tracee.hpp"

namespace quern {

/// How often each instruction of a window was executed, by its address.
using StepCounts = std::unordered_map<std::uint64_t, std::uint64_t>;

/// Whether an instruction repeats itself, and until when.
enum class Repeats { no, counted, counted_while_equal, counted_while_different };

/// Of an instruction's first bytes: prefixes and opcode.
Repeats repeats(const unsigned char* bytes, std::size_t size);

/// Counts the steps of one window.
class StepCounter {
 public:
  void clear() { counts_.clear(); }
  [[nodiscard]] const StepCounts& counts() const { return counts_; }

  /// The next step is that of the instruction at `address`.
  void begin(const Tracee& tracee, std::uint64_t address);
  /// It was made, and `next` is where the process stands.
  void end(const Tracee& tracee, std::uint64_t next);
  /// The instruction at `address` was carried out for the process.
  void add(std::uint64_t address) { ++counts_[address]; }

  [[nodiscard]] std::uint64_t address() const { return address_; }

 private:
  [[nodiscard]] Repeats repeats_at(const Tracee& tracee, std::uint64_t address);

  StepCounts counts_;
  std::unordered_map<std::uint64_t, Repeats> known_;
  std::uint64_t address_ = 0;
  std::uint64_t rounds_ = 0;  // that the instruction may still make
  Repeats repeats_ = Repeats::no;
};

}  // namespace quern
