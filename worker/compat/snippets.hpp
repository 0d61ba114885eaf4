// SPDX-License-Identifier: Apache-2.0
// Names of newer releases that snippets may use in older ones, where the older one has the same thing under another
// name. Nothing in here does any work: what a release cannot do is not made up for.
#pragma once
#include <torch/torch.h>

#include "worker/compat/release.hpp"

#if !QUERN_TORCH_AT_LEAST(1, 5)
#include "worker/compat/torchscript.hpp"
#endif

#if !QUERN_TORCH_AT_LEAST(1, 1)
namespace c10 {
using at::TensorOptions;
}  // namespace c10
#endif

#if !QUERN_TORCH_AT_LEAST(1, 4)
namespace torch {
namespace nn {
using BatchNorm2d = BatchNorm;
namespace functional {
using torch::prelu;
using torch::relu;
}  // namespace functional
}  // namespace nn
}  // namespace torch
#endif
