// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compare/check.hpp"

namespace quern {

/// In the order of all reports: what keeps a check from passing comes first. accepted: by a waiver or by --allow.
enum class RowGroup { failing, unstable, unmeasured, added, accepted, improved, layout };

/// `Failing`, `Not stable enough to judge`, …
std::string_view title_of(RowGroup group);

/// One line of a report: a metric that changed, or a case that has nothing to compare.
struct CheckRow {
  RowGroup group = RowGroup::failing;
  const CheckedCase* checked = nullptr;
  const CheckedMetric* metric = nullptr;  // null: nothing to compare
  Finding finding = Finding::unchanged;   // the metric's, or the case's
  std::optional<double> base = {};
  std::optional<double> head = {};
  bool first = true;  // of its case: here stands what is said of the whole case
};

/// Everything that a report tells of one by one, the most important first, a case's rows together. None if base and
/// head cannot be compared.
std::vector<CheckRow> check_rows(const Check& check);

/// The rows of one case. A case that did not change has a row for each metric, too.
std::vector<CheckRow> rows_of(const CheckedCase& checked);

/// How far a metric moved, as a fraction of its base; infinite from nothing.
double effect_of(const CheckedMetric& metric);

/// The metric of a case that moved farthest among those with the finding of the case; null if it has none.
const CheckedMetric* largest_of(const CheckedCase& checked);

/// The case that moved farthest among those with this finding, and if `failing` among those that nobody accepted.
const CheckedCase* largest_case(const Check& check, Finding finding, bool failing);

/// A difference of the environments that people want to see.
struct EnvironmentRow {
  const Difference* difference = nullptr;
  bool blocking = false;  // it forbids a judgement
};

/// Blocking ones first; of libraries only LibTorch's.
std::vector<EnvironmentRow> environment_rows(const Check& check);

/// Where the case is defined, if that is a file.
std::optional<Origin> file_of(const Case& args);

}  // namespace quern
