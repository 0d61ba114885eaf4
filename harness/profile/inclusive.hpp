// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/profile/profile.hpp"

namespace quern {

/// Sets `inclusive` and `recursive` of every function from self costs and calls; both must be complete.
///
/// Not recursive: self cost plus the cost of all calls it makes. This equals what callgrind_annotate prints (the cost
/// of the calls it receives), and also holds for functions that were entered before the window began.
/// Only calling itself: the same without the calls to itself, which Callgrind counts again at every depth.
/// In a cycle of several functions the exact value is not in the file. The cycle's own cost is: self costs plus calls
/// that leave it. A member gets the cost of the calls it receives from others, at most that.
void add_inclusive_costs(Profile& profile);

}  // namespace quern
