// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "expand/case/timer_args.hpp"
#include "harness/cli/cli11_fwd.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/output_file.hpp"
#include "harness/cli/render_run.hpp"
#include "harness/measure/run_suite.hpp"

namespace quern {

/// The options of every command that measures.
struct MeasuringOptions {
  RunOptions run;
  int timeout_s = 120;
  std::string isolation = "fork";
  RunFormat format;
  std::string output;
  std::string environment;
  std::string color = "auto";
  std::string save;    // the name that the run gets in the store; empty: it is not kept
  std::string resume;  // the stored run that goes on
  std::string store;   // the store's file; empty: the usual one
  int layouts = 1;     // in how many layouts each case is measured
  bool quiet = false;
};

void add_measuring_options(CLI::App& command, MeasuringOptions& options);
/// --save and --store
void add_saving_options(CLI::App& command, MeasuringOptions& options);
/// Those of commands that measure one environment and print a run.
void add_run_options(CLI::App& command, MeasuringOptions& options);

/// What of them stands on a command line that measures the same way again; those about the output are not among it.
std::vector<std::string> measuring_words(const MeasuringOptions& options);

bool use_color(const MeasuringOptions& options);

/// A name of quern.yaml, or a shell command. Throws Error(usage or definition).
EnvironmentSpec environment_named(const std::string& text);

/// What is to be measured, and who else wants to know of each case that is done.
struct Work {
  const std::vector<TimerArgs>& cases;
  std::vector<EnvironmentSpec> environments;
  std::function<void(const CaseDone&)> on_case = {};
};

/// Measures with progress; a run for each environment. Their results refer to `work.cases`.
std::vector<Run> measure_runs(const Work& work, const MeasuringOptions& options, Streams streams);

/// Writes to the file, or if that fails to standard output before it throws.
void write_result(const OutputFile& output, const std::string& text, std::ostream& out);
/// Says on `err` what is wrong with a whole run.
void report_state(bool interrupted, bool stable, std::ostream& err);

/// Measures and writes the result where the options say. The exit code says whether a case failed, the run was not
/// stable, or was interrupted.
ExitCode measure_and_report(const std::vector<TimerArgs>& cases, const MeasuringOptions& options, Streams streams);

}  // namespace quern
