// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "harness/measure/hello.hpp"
#include "harness/measure/plan.hpp"
#include "harness/model/run.hpp"

namespace quern {

/// A case of a queue is done.
using OnResult = std::function<void(std::size_t queue, CaseResult result)>;

struct MeasureSummary {
  bool stable = true;
  bool interrupted = false;
  std::vector<std::string> notes;  // what made it unstable
  std::vector<Hello> hellos;       // of each queue; empty if none of its servers came up
};

/// Measures every case, on as many servers at once as cores and memory allow. `on_result` is called for each case as
/// soon as it is done, from one thread at a time. If the servers of one language cannot be started its cases fail; if
/// none can, Error(environment) is thrown.
MeasureSummary measure_queues(const MeasurePlan& plan, const OnResult& on_result);

}  // namespace quern
