// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <string>

#include "harness/environment/libtorch.hpp"
#include "harness/process/process_runner.hpp"

namespace quern {

struct TorchSearch {
  std::string python;   // the interpreter's name or path; empty: the first one of PATH
  bool system = false;  // whether the system's torch will do where nothing else is found
};

/// The torch of an environment, in the languages that have it.
struct OneTorch {
  std::optional<LibTorch> cpp;
  std::string no_cpp;  // why there is none
  std::optional<PythonTorch> python;
  std::string no_python;
};

/// Looks, in this order, at QUERN_TORCH_ROOT, Python's torch, CMAKE_PREFIX_PATH and, if it may, the system. The first
/// torch that is found is the one; a language that only has another torch has none.
OneTorch find_torch(ProcessRunner& runner, const std::map<std::string, std::string>& variables,
                    const TorchSearch& search);

}  // namespace quern
