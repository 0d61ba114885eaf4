// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/cli/command.hpp"

namespace quern {

/// `quern show CASE`: all that is known of one case.
Command add_show_command(CLI::App& app);

}  // namespace quern
