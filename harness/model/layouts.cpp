// SPDX-License-Identifier: Apache-2.0
#include "harness/model/layouts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quern {
namespace {

const CaseResult* find(const Run& run, const CaseResult& result) {
  const auto found = std::find_if(run.cases.begin(), run.cases.end(),
                                  [&](const CaseResult& other) { return other.args->id == result.args->id; });
  return found == run.cases.end() ? nullptr : &*found;
}

void judge_layouts(CaseResult& result) {
  Measurement& measurement = *result.measurement;
  const auto less = [](const LayoutCount& a, const LayoutCount& b) { return a.instructions < b.instructions; };
  const auto [least, most] = std::minmax_element(measurement.layouts.begin(), measurement.layouts.end(), less);
  const double apart = most->instructions - least->instructions;
  if (apart == 0) return;
  double& spread = measurement.values[kInstructions].spread;
  spread = std::max(spread, apart);
  const double percent = least->instructions > 0 ? 100 * apart / least->instructions : 100;
  result.notes.push_back(fmt::format("in {} layouts it is {} to {} ({:.2g} %): it depends on where things lie",
                                     measurement.layouts.size(), least->instructions, most->instructions, percent));
}

void join_case(CaseResult& result, const std::vector<Run>& elsewhere, int first) {
  if (!result.measurement) return;
  result.measurement->layouts = {{first, result.measurement->instructions()}};
  for (std::size_t i = 0; i < elsewhere.size(); ++i) {
    const int layout = first + static_cast<int>(i) + 1;
    const CaseResult* const other = find(elsewhere[i], result);
    if (other != nullptr && other->measurement)
      result.measurement->layouts.push_back({layout, other->measurement->instructions()});
    else
      result.notes.push_back(
          fmt::format("it has no number in layout {}: {}", layout,
                      other != nullptr && other->failure ? other->failure->message : "not measured"));
  }
  judge_layouts(result);
}

}  // namespace

Run in_layout(const Run& run, int layout) {
  Run moved = run;
  for (CaseResult& result : moved.cases) {
    if (!result.measurement) continue;
    for (const LayoutCount& count : result.measurement->layouts)
      if (count.layout == layout) result.measurement->values[kInstructions].value = count.instructions;
  }
  return moved;
}

void join_layouts(Run& run, const std::vector<Run>& elsewhere, int first) {
  for (CaseResult& result : run.cases) join_case(result, elsewhere, first);
  for (const Run& other : elsewhere) {
    run.stable = run.stable && other.stable;
    run.interrupted = run.interrupted || other.interrupted;
    run.duration_s += other.duration_s;
    for (const std::string& note : other.notes)
      if (std::find(run.notes.begin(), run.notes.end(), note) == run.notes.end()) run.notes.push_back(note);
  }
}

}  // namespace quern
