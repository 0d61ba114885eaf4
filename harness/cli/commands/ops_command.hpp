// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/cli/command.hpp"

namespace quern {

/// `quern ops`: the calls that configs of operators stand for.
Command add_ops_command(CLI::App& app);

}  // namespace quern
