// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "harness/stepper/tracee.hpp"

namespace quern {

/// Makes a process that has just been started see its surroundings as under Valgrind: a stack of its own that begins
/// at `stack`, below the workers' heap, and no vDSO. Memory functions choose paths by where their operands lie, and
/// compilers' checks for overlap by which of two comes first. Throws Error(environment).
void move_stack(const Tracee& tracee, std::uint64_t stack);

}  // namespace quern
