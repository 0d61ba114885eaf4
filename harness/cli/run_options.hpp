// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "harness/cli/command.hpp"
#include "harness/measure/run_suite.hpp"
#include "worker/protocol/timer_args.hpp"

namespace quern {

/// The options of every command that measures.
struct MeasuringOptions {
  RunOptions run;
  int timeout_s = 120;
  std::string isolation = "fork";
  std::string format = "table";
  std::string layout = "list";
  std::string output;
  std::string color = "auto";
  bool quiet = false;
};

void add_measuring_options(CLI::App& command, MeasuringOptions& options);

/// Measures and writes the result where the options say. The exit code says whether a case failed, the run was not
/// stable, or was interrupted.
ExitCode measure_and_report(const std::vector<TimerArgs>& cases, const MeasuringOptions& options, Streams streams);

}  // namespace quern
