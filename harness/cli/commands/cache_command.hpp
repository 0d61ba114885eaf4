// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/cli/command.hpp"

namespace quern {

/// `quern cache list|clean`
Command add_cache_command(CLI::App& app);

}  // namespace quern
