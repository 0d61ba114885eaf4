// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/cli/cli11_fwd.hpp"
#include "harness/settings/settings.hpp"

namespace quern {

/// Gives every option its environment variable: `--no-cpp` is QUERN_NO_CPP.
void name_environment_variables(CLI::App& app);

/// The `quern.yaml` in force for the command that was parsed, whose options it fills where neither the command line nor
/// the environment set them. Its keys are options, for every command that has them, or commands with options of their
/// own, or sections (Settings::sections()). Throws Error(definition) for a key that is none of these, for an option
/// that a file may not set (settings_policy.hpp), and for every other mistake in the file; CLI::ParseError for a
/// variable that the option refuses.
Settings apply_settings(CLI::App& app);

}  // namespace quern
