// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace quern {

/// How an environment derives a TorchScript model.
struct Model {
  enum class Kind { function, module };
  Kind kind = Kind::function;
  std::string setup;   // Python, runs before `source`
  std::string source;  // Python: defines the function `jit_model`, or the module `model`
};

std::string_view to_string(Model::Kind kind);

/// A file that an environment makes once, and that cases load. TorchScript models are the one kind of it so far.
struct Asset {
  std::string file;  // relative to the worker's directory
  std::string hash;  // of all that the file is made from, but for the environment
  Model model;
};

/// The asset of a model, in a file that is named after its hash.
Asset model_asset(Model model);

}  // namespace quern
