// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/cli/command.hpp"

namespace quern {

/// `quern completion bash|zsh`: a script made from the options themselves, so that it never lags behind them.
Command add_completion_command(CLI::App& app);

}  // namespace quern
