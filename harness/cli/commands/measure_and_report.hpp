// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>
#include <vector>

#include "base/streams.hpp"
#include "expand/case/case.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/options/measuring_options.hpp"
#include "harness/settings/settings.hpp"

namespace quern {

/// Says on `err` what is wrong with a whole run.
void report_state(bool interrupted, bool stable, std::ostream& err);

/// Measures and writes the result where the options say. The exit code says whether a case failed, the run was not
/// stable, or was interrupted.
ExitCode measure_and_report(const std::vector<Case>& cases, const MeasuringCommandOptions& options,
                            const Settings& settings, Streams streams);

}  // namespace quern
