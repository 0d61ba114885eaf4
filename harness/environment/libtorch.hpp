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
  std::filesystem::path include;    // the folder that holds `torch/csrc/api/include/torch/torch.h`
  std::filesystem::path libraries;  // the folder of libtorch_cpu.so; empty if there is none
  std::string version;
  bool cxx11_abi = true;  // the libraries' std::string is the new one
};

/// A Python that has a torch. Whether it can be imported shows when it is.
struct PythonTorch {
  std::filesystem::path python;  // the interpreter itself, not a script that chooses one
  std::string python_version;
  std::string version;              // of torch
  std::string git;                  // may be empty
  std::filesystem::path package;    // the torch folder
  std::vector<std::string> search;  // sys.path: PYTHONPATH and user's folders are not in a worker's environment
};

/// The first python3 of PATH that has a torch, then the system's: a virtual environment without torch must not hide
/// Debian's package. Where `wanted` names one, or its path, no other is asked. Does not import torch, which would take
/// seconds.
std::optional<PythonTorch> find_python_torch(ProcessRunner& runner, const std::map<std::string, std::string>& variables,
                                             const std::string& wanted = {});

/// Looks, in this order, at QUERN_TORCH_ROOT, Python's torch, CMAKE_PREFIX_PATH and the system.
std::optional<LibTorch> find_libtorch(const std::map<std::string, std::string>& variables,
                                      const std::optional<PythonTorch>& python);

}  // namespace quern
