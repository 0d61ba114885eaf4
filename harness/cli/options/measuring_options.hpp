// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/cli/cli11_fwd.hpp"
#include "harness/cli/options/render_run.hpp"
#include "harness/runs/measure_runs.hpp"

namespace quern {

/// The options of every command that measures: how it does, where, and what becomes of the result.
struct MeasuringCommandOptions : MeasuringOptions {
  RunFormat format;
  std::string output;
  std::string environment;
  std::string color = "auto";
};

void add_measuring_options(CLI::App& command, MeasuringCommandOptions& options);
/// --save and --store
void add_saving_options(CLI::App& command, MeasuringCommandOptions& options);
/// --layouts of commands that compare: a change must hold in several.
void add_confirming_options(CLI::App& command, MeasuringCommandOptions& options);
/// Those of commands that measure one environment and print a run.
void add_run_options(CLI::App& command, MeasuringCommandOptions& options);

/// What of them stands on a command line that measures the same way again; those about the output are not among it.
std::vector<std::string> measuring_words(const MeasuringOptions& options);

bool use_color(const MeasuringCommandOptions& options);

}  // namespace quern
