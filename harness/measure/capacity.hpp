// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

namespace quern {

/// Cores that this process may use: its affinity and its control group's quota, at least 1.
int usable_cores();

/// The numbers of these cores, as the kernel counts them; at least one.
std::vector<int> allowed_cores();

/// Bytes of memory that could be taken now: what the system has available, and what the control group leaves.
std::uintmax_t usable_memory();

}  // namespace quern
