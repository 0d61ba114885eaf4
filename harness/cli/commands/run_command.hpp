// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/cli/command.hpp"

namespace quern {

/// `quern run [SUITE…]`: expands and measures.
Command add_run_command(CLI::App& app);

}  // namespace quern
