// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/cli/command.hpp"

namespace quern {

/// `quern time 'STMT'`: one statement, at once.
Command add_time_command(CLI::App& app);

}  // namespace quern
