// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quern {

/// How much of autograd runs in a server: backward() starts threads where LibTorch has a device, and in every release
/// before 1.12 it cannot be used any more after a fork.
enum class Autograd { forward, backward };

/// Tries out, in processes of their own, whether children of a server that ran backward() can run it.
Autograd autograd_to_warm_up();

/// What runs here once with counting on, every child finds translated: each function that is missing here costs every
/// case that calls it some 0.1 ms a basic block. The same for every run, so that children always start from the same
/// state.
void warm_up_eager(Autograd autograd);

/// Loading a model, the profiling executor's passes, running what they made.
void warm_up_torchscript(Autograd autograd);

}  // namespace quern
