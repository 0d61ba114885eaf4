// SPDX-License-Identifier: Apache-2.0
// C++14, because LibTorch 1.8 is.
#include "worker/cpp/warm_up.hpp"

#include <torch/script.h>
#include <torch/torch.h>

#include <sstream>
#include <vector>

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

void indexing(at::Tensor x) {
  using namespace torch::indexing;
  x.index({0, Slice(1, 3)});
  x.index_put_({0, 0}, x.index({1, 1}));
}

void training(const at::Tensor& x) {
  const at::Tensor w = torch::ones({4, 4}, torch::requires_grad());
  for (int i = 0; i < 3; ++i) torch::nn::functional::linear(x, w).relu().mul(w).sum().backward();
}

}  // namespace

void warm_up_eager() {
  for (int i = 0; i < 3; ++i) {
    const at::Tensor x = torch::ones({4, 4});
    pointwise(x, torch::rand({4, 4}));
    views_and_reductions(x);
    indexing(x);
    torch::empty({0});
    training(x);
  }
}

void warm_up_torchscript() {
  torch::jit::Module made("quern_warm_up");
  made.define("def forward(self, x, w):\n    a = torch.relu(x * w)\n    b = torch.add(a, w)\n    return b * w\n");
  std::stringstream file;
  made.save(file);
  torch::jit::Module model = torch::jit::load(file);
  const std::vector<torch::jit::IValue> inputs = {torch::ones({1}), torch::ones({1}, torch::requires_grad())};
  for (int i = 0; i < 5; ++i) model.forward(inputs).toTensor().backward();
}

}  // namespace quern
