// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/code.hpp"
#include "base/error.hpp"

namespace quern {

enum class Language { python, cpp };
enum class Runtime { eager, torchscript, explicit_ };
enum class Pass { forward, forward_backward, explicit_ };

/// The words of ids and documents: `cpp`, `torchscript`, `forward_backward`, …
std::string_view to_string(Language language);
std::string_view to_string(Runtime runtime);
std::string_view to_string(Pass pass);

/// How an environment derives the TorchScript model that a case loads.
struct Model {
  enum class Kind { function, module };
  Kind kind = Kind::function;
  std::string file;    // relative to the worker's directory; a function of the fields below
  std::string setup;   // Python, runs before `source`
  std::string source;  // Python: defines the function `jit_model`, or the module `model`
};

std::string_view to_string(Model::Kind kind);

/// One flat benchmark: all that a worker needs to know. Independent of machine, environment and time.
struct Case {
  std::string id;
  std::vector<std::string> label;
  Runtime runtime = Runtime::eager;
  Pass pass = Pass::forward;
  Language language = Language::cpp;
  int num_threads = 1;
  Code stmt;
  Code setup;
  Code global_setup;
  std::optional<Model> model;          // only for TorchScript
  std::vector<std::string> tags;       // sorted, each once
  std::vector<std::string> requires_;  // version ranges of torch, and `cuda`; all must hold
  Origin definition;
  std::string definition_hash;  // equal exactly when what is run is equal
};

/// A label as ids show it: lower case, spaces as `_`.
std::string id_part(std::string_view label);

/// `<label>/<label>/…:<runtime>:<pass>:<language>:t<threads>`, lower case, spaces as `_`.
std::string make_id(const Case& args);

}  // namespace quern
