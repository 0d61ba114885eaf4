// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "harness/environment/environment_spec.hpp"
#include "harness/model/run.hpp"
#include "harness/process/process_runner.hpp"
#include "harness/runs/measure_runs.hpp"

namespace quern {

/// What a key is made in.
struct KeyContext {
  ProcessRunner& runner;
  std::map<std::string, std::string> variables;
  std::filesystem::path sources;  // resource_folder()
};

/// A hash of everything that decides a count besides the case: of a build under the name that it had before, only an
/// equal key says that it is the same. It covers the content of LibTorch's headers, libraries and Python files, of the
/// interpreter and of all that LD_LIBRARY_PATH leads to; the compiler, Valgrind, glibc and the processor; the workers'
/// sources, the pins, and the options that change counts. Throws Error(environment) if the environment is not usable.
std::string build_key(const KeyContext& context, const EnvironmentSpec& spec, const MeasuringOptions& options);

/// The same for a build that is known by its identity, and is not there. What else decides is looked at here.
std::string build_key(const KeyContext& context, const std::string& identity, const MeasuringOptions& options);

/// Whether the libraries that a stored run loaded are still what they were, by build-id and size: those that no key
/// covers, such as the system's, too. `may_be_gone`: a build that was removed again took its own with it.
bool libraries_are_there(const Fingerprint& stored, bool may_be_gone);

}  // namespace quern
