// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quern {

/// What runs here once with counting on, every child finds translated: each function that is missing here costs every
/// case that calls it some 0.1 ms a basic block. The same for every run, so that children always start from the same
/// state.
void warm_up_eager();

/// Loading a model, the profiling executor's passes, running what they made.
void warm_up_torchscript();

}  // namespace quern
