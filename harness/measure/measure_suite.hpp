// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "expand/case/case.hpp"
#include "harness/environment/environment_spec.hpp"
#include "harness/measure/run_options.hpp"
#include "harness/model/run.hpp"

namespace quern {

/// Probes, builds and measures: the whole job, in one environment or in several whose cases take turns. A run for each,
/// results in the order of `cases`, which must outlive the runs. Throws Error(environment or usage); what goes wrong
/// with a case is in its result.
std::vector<Run> measure_suite(const std::vector<Case>& cases, const std::vector<EnvironmentSpec>& environments,
                               const RunOptions& options, const RunContext& context);

}  // namespace quern
