// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/cli/command.hpp"

namespace quern {

/// `quern env list|add|probe|fetch|rm`
Command add_env_command(CLI::App& app);

}  // namespace quern
