// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "expand/case/timer_args.hpp"
#include "harness/environment/environment_spec.hpp"
#include "harness/measure/run_options.hpp"
#include "harness/model/run.hpp"

namespace quern {

/// Does the whole job: probes, builds and measures, in one environment or in several whose cases take turns. Returns a
/// run for each environment, with results in the order of `cases`, which must outlive the runs. Throws
/// Error(environment or usage); what goes wrong with a case is in the result of the case.
std::vector<Run> measure_suite(const std::vector<TimerArgs>& cases, const std::vector<EnvironmentSpec>& environments,
                               const RunOptions& options, const RunContext& context);

}  // namespace quern
