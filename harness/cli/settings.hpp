// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "harness/cli/cli11_fwd.hpp"

namespace quern {

/// Gives every option its environment variable: `--no-cpp` is QUERN_NO_CPP.
void name_environment_variables(CLI::App& app);

/// Fills options that neither the command line nor the environment set from the nearest `quern.yaml`, looking upward
/// from the working directory. Its keys are options, for every command that has them, or commands with options of
/// their own, or sections that are only checked here: `environments`, `limits`, `adaptive_limits`. Throws
/// Error(definition) for a key that is none of these.
void apply_settings(CLI::App& app);

/// The nearest `quern.yaml` in `folder` or above; empty if there is none.
std::filesystem::path find_settings(std::filesystem::path folder);

}  // namespace quern
