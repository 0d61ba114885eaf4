// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "harness/cli/check_side.hpp"
#include "harness/cli/selection.hpp"

namespace quern {

/// The command that makes the head of a check its base from now on; empty if no single one does.
std::string rebase_command(const SideSource& base, const SideSource& head, const Selection& selection);

}  // namespace quern
