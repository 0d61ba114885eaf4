// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/cli/cli11_fwd.hpp"
#include "harness/runs/selection.hpp"

namespace quern {

/// SUITE… only
void add_suite_argument(CLI::App& command, Selection& selection);
/// Every option that narrows a suite down
void add_narrowing_options(CLI::App& command, Selection& selection);
/// SUITE… and every option that narrows it down
void add_selection_options(CLI::App& command, Selection& selection);

}  // namespace quern
