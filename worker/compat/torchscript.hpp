// SPDX-License-Identifier: Apache-2.0
// torch::jit::Module, which 1.5 brought, for the releases before it. C++14, because LibTorch 1.8 is.
#pragma once
#include <torch/script.h>

#include "worker/compat/release.hpp"

#if !QUERN_TORCH_AT_LEAST(1, 2)
#include "worker/compat/shared_module.hpp"
#elif !QUERN_TORCH_AT_LEAST(1, 5)
namespace torch {
namespace jit {
using Module = script::Module;
}  // namespace jit
}  // namespace torch
#endif
