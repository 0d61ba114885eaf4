// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/cli/command.hpp"

namespace quern {

/// `quern runs`: the store of runs.
Command add_runs_command(CLI::App& app);

}  // namespace quern
