// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "expand/case/case.hpp"
#include "harness/build/cache.hpp"
#include "harness/build/toolchain.hpp"
#include "harness/environment/environment.hpp"
#include "harness/process/process_runner.hpp"

namespace quern {

/// TorchScript models of one environment. Locks its cache entries as long as it lives.
struct DerivedModels {
  std::vector<CacheEntry> entries;
  std::map<std::string, std::filesystem::path> files;  // by Asset::file
  std::map<std::string, std::string> failures;         // by Asset::file: why torch.jit.script does not take it
  std::map<std::string, std::string> impossible;       // by Asset::file: why this environment cannot derive it
};

/// What models are derived with. `toolchain` is used where no Python has a torch; null if there is none for C++ either.
struct ModelParts {
  ProcessRunner& runner;
  Cache& cache;
  const Environment& environment;
  std::filesystem::path sources;
  std::map<std::string, std::string> variables;  // for the Python that derives
  const Toolchain* toolchain = nullptr;
};

/// Derives the models of `cases`, each once, with the environment's own torch; what is in the cache is not derived
/// again. Throws Error(environment) if that torch cannot be imported.
DerivedModels derive_models(const std::vector<const Case*>& cases, const ModelParts& parts);

}  // namespace quern
