// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/cli/command.hpp"

namespace quern {

/// `quern list [SUITE…]`: the cases without running them.
Command add_list_command(CLI::App& app);

}  // namespace quern
