// SPDX-License-Identifier: Apache-2.0
#include "harness/report/run/run_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/printable.hpp"
#include "harness/report/text/text.hpp"

namespace quern {

std::string verdict_text(const Measurement& measurement) {
  if (!measurement.counted()) return {};
  std::string text(to_string(measurement.verdict));
  if (measurement.verdict != Verdict::exact) text += fmt::format(" ±{}", with_commas(measurement.spread()));
  return text;
}

namespace {

// Of runs that measured time alone there are no verdicts.
std::string measured_text(const Run& run) {
  std::map<Verdict, int> verdicts;
  int measured = 0;
  int counted = 0;
  for (const CaseResult& result : run.cases) {
    if (!result.measurement) continue;
    ++measured;
    if (!result.measurement->counted()) continue;
    ++counted;
    ++verdicts[result.measurement->verdict];
  }
  if (measured > 0 && counted == 0) return fmt::format("{} timed", measured);
  return fmt::format("{} measured ({} exact, {} settled, {} jitter)", measured, verdicts[Verdict::exact],
                     verdicts[Verdict::settled], verdicts[Verdict::jitter]);
}

std::string warned_text(const Run& run) {
  const auto warned = std::count_if(run.cases.begin(), run.cases.end(), [](const CaseResult& result) {
    return result.measurement && result.measurement->time && !result.measurement->time->warnings.empty();
  });
  return warned == 0 ? "" : fmt::format("{} of the times were disturbed; '-v' says by what", warned);
}

}  // namespace

std::vector<std::string> summary_lines(const Run& run) {
  std::map<Status, int> states;
  for (const CaseResult& result : run.cases) ++states[result.status];
  std::vector<std::string> lines = {
      fmt::format("{}, {} failed, {} skipped; {:.1f} s", measured_text(run), states[Status::failed],
                  states[Status::skipped], run.duration_s),
      fmt::format("LibTorch {}, {}, Valgrind {}, allocator {}", printable(run.environment.torch_version),
                  printable(run.environment.compiler), printable(run.environment.valgrind),
                  printable(run.environment.allocator))};
  if (std::string warned = warned_text(run); !warned.empty()) lines.push_back(std::move(warned));
  for (const std::string& note : run.notes) lines.push_back(fmt::format("note: {}", printable(note)));
  return lines;
}

}  // namespace quern
