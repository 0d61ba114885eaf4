// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/measure/plan.hpp"
#include "harness/measure/server.hpp"
#include "harness/measure/timing/rounds.hpp"

namespace quern {

/// A round, why there is none, or that we were interrupted.
using RoundReply = std::variant<Round, Failure, Interrupted>;

/// Which cores a case of so many threads is given: the claimed one, and others after it.
std::vector<int> cores_for(int threads, int claimed, const std::vector<int>& allowed);

/// The orders for one round, as a worker reads them; without a length, the worker finds one.
std::string orders_text(const Case& args, const std::vector<int>& cores, const std::optional<BlockLength>& length);

/// A native server of one queue.
class TimedServer {
 public:
  TimedServer(const CaseQueue& queue, const MeasurePlan& plan, int core);

  /// Brings the server up and measures the loop; false at an interrupt. Throws Error(environment).
  bool open();
  /// One further round of a case, in a process of its own.
  RoundReply measure_round(const PlannedCase& planned, const std::optional<BlockLength>& length);

  [[nodiscard]] double loop_ns() const { return loop_ns_; }
  [[nodiscard]] Hello hello() const { return server_.hello(); }
  [[nodiscard]] const CaseQueue& queue() const { return queue_; }
  [[nodiscard]] std::vector<int> cores_of(const Case& args) const;

 private:
  const CaseQueue& queue_;
  const MeasurePlan& plan_;
  int core_;
  Server server_;
  double loop_ns_ = 0;
};

}  // namespace quern
