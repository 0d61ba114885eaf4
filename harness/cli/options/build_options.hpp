// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/cli/cli11_fwd.hpp"
#include "harness/compare/backtest.hpp"
#include "harness/runs/build_source.hpp"
#include "harness/settings/settings.hpp"

namespace quern {

/// The options of commands that measure many builds: which, and what a step is.
struct BuildOptions {
  std::vector<std::string> environments;
  std::string least_step;
  bool fresh = false;
};

void add_build_options(CLI::App& command, BuildOptions& options);

/// Throws Error(usage) for what is no percentage.
StepRule step_rule(const BuildOptions& options);

/// The builds that were named, in that order. Throws Error(usage) if they are fewer than two.
BuildSource named_builds(const BuildOptions& options, const Settings& settings);

}  // namespace quern
