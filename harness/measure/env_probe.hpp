// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/environment/environment.hpp"
#include "harness/environment/environment_spec.hpp"
#include "harness/measure/canary.hpp"
#include "harness/measure/run_options.hpp"
#include "harness/model/run.hpp"

namespace quern {

struct ProbeReport {
  Environment environment;
  Fingerprint fingerprint;  // with the libraries that the workers loaded
  std::vector<Canary> canaries;
};

/// Looks at an environment as a run would, builds its workers and starts each once, without Valgrind. Throws
/// Error(environment or usage) if the environment has nothing to build for.
ProbeReport probe_in_full(const EnvironmentSpec& spec, const RunOptions& options, const RunContext& context);

}  // namespace quern
