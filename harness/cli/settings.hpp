// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

#include "harness/cli/cli11_fwd.hpp"

namespace quern {

/// Gives every option its environment variable: `--no-cpp` is QUERN_NO_CPP.
void name_environment_variables(CLI::App& app);

/// Fills options that neither the command line nor the environment set from the `quern.yaml` in force: what --rules
/// names, else the one that search_settings() finds. Returns a sentence on one that was passed over, if any. Its keys
/// are options, for every command that has them, or commands with options of their own, or sections that are only
/// checked here: `environments`, `limits`, `adaptive_limits`. Throws Error(definition) for a key that is none of these,
/// and for an option that a file may not set (settings_policy.hpp).
std::string apply_settings(CLI::App& app);

/// The `quern.yaml` in `folder` or above that is in force; empty if there is none.
std::filesystem::path find_settings(std::filesystem::path folder);

}  // namespace quern
