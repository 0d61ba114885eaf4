// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/measure/timing/machine_watch.hpp"
#include "harness/measure/timing/rounds.hpp"
#include "harness/model/case_time.hpp"

namespace quern {

/// What a time is judged with besides its rounds.
struct TimeBasis {
  std::string device = "cpu";
  std::string mode = "cpu";
  double loop_ns = 0;  // what an iteration of the empty statement takes
  double target = 0.01;
  MachineFacts facts = {};
};

/// The time of a case. Throws Error(environment) if there are too few rounds for an interval.
CaseTime judge_time(const std::vector<Round>& rounds, const TimeBasis& basis);

}  // namespace quern
