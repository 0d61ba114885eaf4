// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/cli/cli11_fwd.hpp"
#include "harness/cli/command.hpp"

namespace quern {

/// `quern verify`: counts the same windows with Callgrind and by single steps.
Command add_verify_command(CLI::App& app);

}  // namespace quern
