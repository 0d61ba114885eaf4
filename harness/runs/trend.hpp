// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

#include "harness/compare/steps.hpp"
#include "harness/store/run_store.hpp"

namespace quern {

/// The course of a case, and where it changed.
struct Trend {
  std::string id;
  std::vector<HistoryPoint> points;  // oldest first, at least one
  std::vector<Step> steps;
};

Trend make_trend(std::string id, std::vector<HistoryPoint> points);

/// What else changed at a point, to the one before: `definition`, `torch`, `machine`.
std::vector<std::string> changes_at(const Trend& trend, std::size_t point);

/// A sparkline, and a line for each step.
void write_trend_table(const Trend& trend, std::ostream& out);
/// `quern.trend/1`; docs/schemas/quern.trend.1.schema.json describes it.
void write_trend_json(const Trend& trend, std::ostream& out);
/// A line for each point; `step` is 1 where a step is.
void write_trend_csv(const Trend& trend, std::ostream& out);

}  // namespace quern
