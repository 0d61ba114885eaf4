// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <exception>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "harness/measure/hello.hpp"
#include "harness/measure/plan.hpp"
#include "harness/measure/timing/rounds.hpp"
#include "harness/model/case_time.hpp"

namespace quern {

using TimedOutcome = std::variant<CaseTime, Failure>;

/// A case of a queue was timed, or could not be.
struct TimedResult {
  std::size_t queue = 0;
  const PlannedCase& planned;
  TimedOutcome outcome;
  double duration_s = 0;
};

struct TimeSummary {
  bool interrupted = false;
  std::vector<Hello> hellos;   // of each queue; empty if its server did not come up
  std::exception_ptr problem;  // why the first that did not come up did not
};

/// Callbacks of timing.
struct TimeContext {
  std::function<void(const std::string& phase)> on_phase;
  std::function<void(TimedResult result)> on_result;
};

/// Times every case of the queues that have a native server, one case at a time on the machine. Queues of a bundle take
/// turns round by round. Throws Error(environment) if no server can be started.
TimeSummary time_queues(const MeasurePlan& plan, const TimeOptions& options, const TimeContext& context);

}  // namespace quern
