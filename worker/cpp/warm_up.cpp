// SPDX-License-Identifier: Apache-2.0
// C++14, because LibTorch 1.8 is.
#include "worker/cpp/warm_up.hpp"

#include <torch/torch.h>

#include <exception>
#include <sstream>
#include <vector>

#include "worker/case/fork_trial.h"
#include "worker/compat/operators.hpp"
#include "worker/compat/torchscript.hpp"

namespace quern {
namespace {

void pointwise(const at::Tensor& x, const at::Tensor& y) {
  at::add(x, y).relu();
  x + 1;
  x * 1.5;
  at::mul(x, y).eq(y);
  x.t().contiguous().clone().copy_(x).zero_();
  x.to(at::kDouble);
}

void views_and_reductions(const at::Tensor& x) {
  x.view({16}).select(0, 1).fill_(2);
  x.transpose(0, 1).reshape({-1}).unsqueeze(0);
  x.sum().item<float>();
  x.max();
  x.detach();
}

at::Tensor loss_of(const at::Tensor& x, const at::Tensor& w) { return linear_layer(x, w).relu().mul(w).sum(); }

void training(const at::Tensor& x, Autograd autograd) {
  const at::Tensor w = torch::ones({4, 4}, torch::requires_grad());
  for (int i = 0; i < 3; ++i) {
    at::Tensor loss = loss_of(x, w);
    if (autograd == Autograd::backward) loss.backward();
  }
}

int run_backward(const char* /*argument*/) {
  try {
    loss_of(torch::ones({4, 4}), torch::ones({4, 4}, torch::requires_grad())).backward();
    return 0;
  } catch (const std::exception&) {
    return 1;
  }
}

}  // namespace

Autograd autograd_to_warm_up() {
  return quern_may_fork_after(run_backward, nullptr) != 0 ? Autograd::backward : Autograd::forward;
}

void warm_up_eager(Autograd autograd) {
  for (int i = 0; i < 3; ++i) {
    const at::Tensor x = torch::ones({4, 4});
    pointwise(x, torch::rand({4, 4}));
    views_and_reductions(x);
    index_and_assign(x);
    torch::empty({0});
    training(x, autograd);
  }
}

void warm_up_torchscript(Autograd autograd) {
  torch::jit::Module made("quern_warm_up");
  made.define("def forward(self, x, w):\n    a = torch.relu(x * w)\n    b = torch.add(a, w)\n    return b * w\n");
  std::stringstream file;
  made.save(file);
  torch::jit::Module model = torch::jit::load(file);
  const std::vector<torch::jit::IValue> inputs = {torch::ones({1}), torch::ones({1}, torch::requires_grad())};
  for (int i = 0; i < 5; ++i) {
    at::Tensor result = model.forward(inputs).toTensor();
    if (autograd == Autograd::backward) result.backward();
  }
}

}  // namespace quern
