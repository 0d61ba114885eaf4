// SPDX-License-Identifier: Apache-2.0
// A module as a value for 1.0 and 1.1, where torch::jit::load returns a shared pointer to one.
#pragma once
#include <torch/jit.h>
#include <torch/script.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace torch {
namespace jit {

class Module {
 public:
  // Not explicit: `Module m = torch::jit::load(file);` is what newer releases take.
  Module(std::shared_ptr<script::Module> module) : module_(std::move(module)) {}
  explicit Module(const std::string& /*name*/) {}

  // Only functions can be made from text: the method, whose `self` is never used, becomes one.
  void define(std::string method) {
    const std::size_t self = method.find("self");
    const std::size_t next = method.find_first_not_of(" ,", self + 4);
    module_ = torch::jit::compile(method.erase(self, next - self));
  }

  IValue forward(std::vector<IValue> inputs) { return module_->forward(std::move(inputs)); }
  template <typename Place>
  void save(Place& place) {
    module_->save(place);
  }

 private:
  std::shared_ptr<script::Module> module_;
};

}  // namespace jit
}  // namespace torch
