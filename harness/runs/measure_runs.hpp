// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/streams.hpp"
#include "expand/case/case.hpp"
#include "harness/environment/environment_spec.hpp"
#include "harness/measure/run_options.hpp"
#include "harness/model/run.hpp"

namespace quern {

/// How runs are measured and kept, as somebody asked for it.
struct MeasuringOptions {
  RunOptions run;
  int timeout_s = 120;
  double time_target = 1;      // percent of the median that its interval may be wide
  double time_budget_s = 0.5;  // for each case, unless it is that precise before
  std::string isolation = "fork";
  std::string save;      // the name that the run gets in the store; empty: it is not kept
  std::string resume;    // the stored run that goes on
  std::string store;     // the store's file; empty: the usual one
  int layouts = 1;       // in how many layouts each case is measured
  int first_layout = 0;  // the first of them; 0: the usual one
  bool quiet = false;
  bool time_alone = false;  // whether a run may consist of times, without counts
};

/// Throws Error(usage) for options that exclude each other.
void check_options(const MeasuringOptions& options);

/// What is to be measured, and who else wants to know of each case that is done.
struct Work {
  const std::vector<Case>& cases;
  std::vector<EnvironmentGroup> groups;  // of environments: each is open together, one after another
  std::function<void(const CaseDone&)> on_case = {};
};

/// Measures with progress; a run for each environment, in the order of the groups. Their results refer to `work.cases`.
std::vector<Run> measure_runs(const Work& work, const MeasuringOptions& options, Streams streams);

/// Measures in the layouts behind the one that the environments name, up to as many in all as the options ask for, one
/// after the other: for each a run for each environment, as measure_runs() gives. Fewer if it is interrupted. A layout
/// whose servers do not run costs that layout alone: its runs hold no case, are not stable, and a note says why.
/// Servers of all layouts at the same time would need as many times the memory.
std::vector<std::vector<Run>> measure_layouts(const Work& work, const MeasuringOptions& options, Streams streams);

/// Measures the one environment of `work` in all further layouts that the options ask for, and joins what they found
/// to `run`.
void measure_elsewhere(Run& run, const Work& work, const MeasuringOptions& options, Streams streams);

}  // namespace quern
