// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/finding.hpp"

#include <cmath>

namespace quern {
namespace {

constexpr std::string_view kFindingWords[] = {"unchanged", "improved",    "regressed",  "unstable",
                                              "added",     "disappeared", "failed",     "skipped",
                                              "redefined", "absent",      "unmeasured", "layout"};
constexpr std::string_view kMagnitudes[] = {"none", "tiny", "small", "medium", "large"};

}  // namespace

std::string_view to_string(Finding finding) { return kFindingWords[static_cast<std::size_t>(finding)]; }

std::optional<Finding> finding_of(std::string_view word) {
  for (const Finding finding : kFindings)
    if (to_string(finding) == word) return finding;
  return std::nullopt;
}

bool is_bad(Finding finding) {
  switch (finding) {
    case Finding::regressed:
    case Finding::disappeared:
    case Finding::failed:
    case Finding::skipped:
    case Finding::redefined:
      return true;
    case Finding::unchanged:
    case Finding::improved:
    case Finding::unstable:
    case Finding::added:
    case Finding::absent:
    case Finding::unmeasured:
    case Finding::layout:
      break;
  }
  return false;
}

bool is_open(Finding finding) {
  return finding == Finding::unstable || finding == Finding::unmeasured || finding == Finding::added;
}

Magnitude magnitude_of(double ratio) {
  // A ratio of 1.005 is not exactly that: what people call 0.5 % counts as 0.5 %.
  const double change = std::abs(ratio - 1) + 1e-12;
  if (ratio == 1) return Magnitude::none;
  if (change < 0.005) return Magnitude::tiny;
  if (change < 0.02) return Magnitude::small;
  return change < 0.1 ? Magnitude::medium : Magnitude::large;
}

std::string_view to_string(Magnitude magnitude) { return kMagnitudes[static_cast<std::size_t>(magnitude)]; }

}  // namespace quern
