// SPDX-License-Identifier: Apache-2.0
// What the C++ server warms up and not all releases have, or not by the same name. C++14, because LibTorch 1.8 is.
#pragma once
#include <torch/torch.h>

#include "worker/compat/release.hpp"

namespace quern {

/// Indexing as in Python, which C++ has since 1.5.
inline void index_and_assign(at::Tensor x) {
#if QUERN_TORCH_AT_LEAST(1, 5)
  using namespace torch::indexing;
  x.index({0, Slice(1, 3)});
  x.index_put_({0, 0}, x.index({1, 1}));
#else
  x[0].slice(0, 1, 3);
  x[0][0].copy_(x[1][1]);
#endif
}

/// The functional form of a linear layer, which has its name since 1.4.
inline at::Tensor linear_layer(const at::Tensor& x, const at::Tensor& w) {
#if QUERN_TORCH_AT_LEAST(1, 4)
  return torch::nn::functional::linear(x, w);
#else
  return torch::linear(x, w);
#endif
}

}  // namespace quern
