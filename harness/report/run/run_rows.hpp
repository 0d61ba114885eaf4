// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/model/run.hpp"

namespace quern {

/// A case as every report of a run shows it.
struct RunRow {
  const CaseResult* result = nullptr;
  std::string heading;                           // the labels above it
  bool begins = false;                           // under other labels than the row before
  std::vector<const MetricValue*> metrics = {};  // by metric_names; null: this case does not have it
};

/// The metrics that any case has, besides instructions, in the order of their names.
std::vector<std::string> metric_names(const Run& run);

/// A row for each case, in the order of the run.
std::vector<RunRow> run_rows(const Run& run);

}  // namespace quern
