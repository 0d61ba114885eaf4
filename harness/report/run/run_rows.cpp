// SPDX-License-Identifier: Apache-2.0
#include "harness/report/run/run_rows.hpp"

#include <set>
#include <utility>

#include "harness/report/text/text.hpp"

namespace quern {

std::vector<std::string> metric_names(const Run& run) {
  std::set<std::string> names;
  for (const CaseResult& result : run.cases)
    if (result.measurement)
      for (const auto& [name, value] : result.measurement->values) names.insert(name);
  names.erase(kInstructions);
  return {names.begin(), names.end()};
}

std::vector<RunRow> run_rows(const Run& run) {
  const std::vector<std::string> names = metric_names(run);
  std::vector<RunRow> rows;
  for (const CaseResult& result : run.cases) {
    RunRow row{&result, heading(*result.args)};
    row.begins = rows.empty() || rows.back().heading != row.heading;
    for (const std::string& name : names)
      row.metrics.push_back(result.measurement ? result.measurement->find(name) : nullptr);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace quern
