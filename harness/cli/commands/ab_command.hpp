// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/cli/command.hpp"

namespace quern {

/// `quern ab`
Command add_ab_command(CLI::App& app);

}  // namespace quern
