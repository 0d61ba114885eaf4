// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "expand/case/case.hpp"
#include "harness/environment/environment_spec.hpp"
#include "harness/measure/run_options.hpp"
#include "harness/model/run.hpp"

namespace quern {

/// Probes, builds and measures: the whole job, in one group of environments after another. What a group holds (servers,
/// entries of the cache) is released before the next begins. A run for each environment, in the order of the groups,
/// with results in the order of `cases`, which must outlive the runs. After an interrupt no group begins, and the runs
/// of those that are left say so. Throws Error(environment or usage); what goes wrong with a case is in its result.
std::vector<Run> measure_suite(const std::vector<Case>& cases, const std::vector<EnvironmentGroup>& groups,
                               const RunOptions& options, const RunContext& context);

}  // namespace quern
