// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "harness/cli/command.hpp"
#include "harness/environment/checkup.hpp"

namespace quern {

/// `quern doctor`: is everything here, and what to do if not.
Command add_doctor_command(CLI::App& app);

/// Prints a line per finding and, if anything is missing, the command that installs it. Environment error (exit 4) if
/// something required is missing.
ExitCode report_findings(const std::vector<ToolCheck>& findings, std::ostream& out);

}  // namespace quern
