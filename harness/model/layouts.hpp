// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "harness/model/run.hpp"

namespace quern {

/// Adds to a run of the usual layout what the same cases counted in layouts 1, 2, …: each count, and in the spread of a
/// case how far they lie apart. A case whose count depends on where things lie has a note that says so, and so has one
/// that could not be measured everywhere. All runs are of the same cases.
void join_layouts(Run& run, const std::vector<Run>& elsewhere);

}  // namespace quern
