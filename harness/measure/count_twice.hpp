// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <vector>

#include "harness/environment/environment_spec.hpp"
#include "harness/measure/run_options.hpp"
#include "harness/model/run.hpp"

namespace quern {

/// The same windows, counted in two ways that share nothing but the windows.
struct CountedTwice {
  Run callgrind;
  Run steps;  // its cases: those that Callgrind has a count for
};

/// Where cases are counted twice, and the program that makes the steps.
struct Stepping {
  const EnvironmentSpec& environment;
  std::filesystem::path stepper;
};

/// Measures every case with Callgrind, in short windows, and then natively by single steps: `stepper` takes Valgrind's
/// place. A case whose process has several threads is skipped by the steps. `cases` must outlive the runs.
/// Throws Error(environment or usage), also where the steps did not see the processor and the stack that Valgrind
/// shows.
CountedTwice count_twice(const std::vector<Case>& cases, const Stepping& stepping, const RunOptions& options,
                         const RunContext& context);

/// Throws Error(environment) if processes cannot be traced here.
void require_stepping(const std::filesystem::path& stepper, ProcessRunner& runner);

}  // namespace quern
