// SPDX-License-Identifier: Apache-2.0
#include "harness/report/run/run_words.hpp"

#include <fmt/format.h>

#include <map>

#include "base/printable.hpp"
#include "harness/report/text/text.hpp"

namespace quern {

std::string verdict_text(const Measurement& measurement) {
  std::string text(to_string(measurement.verdict));
  if (measurement.verdict != Verdict::exact) text += fmt::format(" ±{}", with_commas(measurement.spread()));
  return text;
}

std::vector<std::string> summary_lines(const Run& run) {
  std::map<Verdict, int> verdicts;
  std::map<Status, int> states;
  for (const CaseResult& result : run.cases) {
    ++states[result.status];
    if (result.measurement) ++verdicts[result.measurement->verdict];
  }
  std::vector<std::string> lines = {
      fmt::format("{} measured ({} exact, {} settled, {} jitter), {} failed, {} skipped; {:.1f} s", states[Status::ok],
                  verdicts[Verdict::exact], verdicts[Verdict::settled], verdicts[Verdict::jitter],
                  states[Status::failed], states[Status::skipped], run.duration_s),
      fmt::format("LibTorch {}, {}, Valgrind {}, allocator {}", printable(run.environment.torch_version),
                  printable(run.environment.compiler), printable(run.environment.valgrind),
                  printable(run.environment.allocator))};
  for (const std::string& note : run.notes) lines.push_back(fmt::format("note: {}", printable(note)));
  return lines;
}

}  // namespace quern
