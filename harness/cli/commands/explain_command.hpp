// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/cli/command.hpp"

namespace quern {

/// `quern explain`
Command add_explain_command(CLI::App& app);

}  // namespace quern
