// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/cli/command.hpp"

namespace quern {

/// `quern bisect`
Command add_bisect_command(CLI::App& app);

}  // namespace quern
