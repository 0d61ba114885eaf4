// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "harness/measure/server.hpp"
#include "harness/model/run.hpp"

namespace quern {

struct PlannedCase {
  const TimerArgs* args = nullptr;
  std::string symbol;
};

struct MeasurePlan {
  ServerSpec server;
  std::vector<PlannedCase> sentries;  // the first is the loop
  std::vector<PlannedCase> cases;     // longest first
  int jobs = 1;
  int pairs = 3;
  int retries = 1;  // of the machinery; a case that fails is not tried again
  std::chrono::seconds timeout{120};
};

struct MeasureSummary {
  bool stable = true;
  bool interrupted = false;
  std::vector<std::string> notes;  // what made it unstable
  Hello hello;
};

/// Measures every case, on as many servers at once as cores and memory allow. `on_result` is called for each case as
/// soon as it is done, from one thread at a time. Throws Error(environment) if no server can be started.
MeasureSummary measure(const MeasurePlan& plan, const std::function<void(CaseResult)>& on_result);

}  // namespace quern
