// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "harness/model/run.hpp"

namespace quern {

/// Adds to a run of layout `first` what the same cases counted in the layouts behind it: each count, and in the spread
/// of a case how far they lie apart. A case whose count depends on where things lie has a note that says so, and so has
/// one that could not be measured everywhere. All runs are of the same cases.
void join_layouts(Run& run, const std::vector<Run>& elsewhere, int first = 0);

/// The run as it counted in one of the layouts in which it was measured; a case that was not measured there counts as
/// in the usual one. Refers to the same cases.
Run in_layout(const Run& run, int layout);

}  // namespace quern
