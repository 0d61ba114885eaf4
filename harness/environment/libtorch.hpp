// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/process/process_runner.hpp"

namespace quern {

/// LibTorch for C++: where its headers and libraries are and what they say of themselves.
struct LibTorch {
  std::filesystem::path include;  // the folder that holds `torch/csrc/api/include/torch/torch.h`
  std::filesystem::path
      libraries;  // the folder of libtorch_cpu.so or, up to 1.4, of libtorch.so; empty if not all are there
  std::string version;
  bool cxx11_abi = true;  // the libraries' std::string is the new one
};

/// A Python that has a torch. Only the import itself shows whether that torch can be imported.
struct PythonTorch {
  std::filesystem::path python;  // the interpreter itself, not a script that chooses one
  std::string python_version;
  std::string version;              // of torch
  std::string git;                  // may be empty
  std::filesystem::path package;    // the torch folder
  std::vector<std::string> search;  // sys.path: PYTHONPATH and user's folders are not in a worker's environment

  [[nodiscard]] std::filesystem::path libraries() const { return package / "lib"; }
};

/// The torch of a Python; nothing if it has none or cannot be run. Does not import torch, which would take seconds.
std::optional<PythonTorch> ask_python(ProcessRunner& runner, const std::filesystem::path& python,
                                      const std::map<std::string, std::string>& variables);

/// The LibTorch whose headers are below `root`; nothing if there are none.
std::optional<LibTorch> libtorch_below(const std::filesystem::path& root);

}  // namespace quern
