// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/cli/command.hpp"

namespace quern {

Command add_backtest_command(CLI::App& app);

}  // namespace quern
