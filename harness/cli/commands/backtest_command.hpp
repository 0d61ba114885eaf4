// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/cli/command.hpp"

namespace quern {

/// `quern backtest`
Command add_backtest_command(CLI::App& app);

}  // namespace quern
