// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/timing/time_queues.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <memory>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "harness/measure/capacity.hpp"
#include "harness/measure/core_claim.hpp"
#include "harness/measure/timing/judge_time.hpp"
#include "harness/measure/timing/timed_server.hpp"
#include "harness/process/interrupt.hpp"

namespace quern {
namespace {

using WallClock = std::chrono::steady_clock;

// Two querns that time at once would disturb each other: the second one waits. Nothing at an interrupt.
std::unique_ptr<CoreClaim> take_turn(const TimeContext& context) {
  constexpr std::chrono::milliseconds kPause{100};
  const CoreChoice machine{{0}, 0, "quern-time"};
  auto turn = std::make_unique<CoreClaim>(machine);
  if (!turn->alone()) context.on_phase("waiting for another quern that measures time");
  while (!turn->alone()) {
    if (interrupted()) return nullptr;
    std::this_thread::sleep_for(kPause);
    turn = std::make_unique<CoreClaim>(machine);
  }
  return turn;
}

/// One environment's part of a case that is timed in several.
struct Side {
  std::size_t queue = 0;
  TimedServer* server = nullptr;
  const PlannedCase* planned = nullptr;
  std::vector<Round> rounds = {};
  std::optional<Failure> failure = {};
};

/// A case in all environments that have it, round by round in turns: what disturbs one side disturbs the others.
class TimedCase {
 public:
  TimedCase(std::vector<Side> sides, const TimeOptions& options)
      : sides_(std::move(sides)), options_(options), watch_(cores()) {}

  /// False at an interrupt.
  bool measure() {
    do {
      for (Side& side : sides_)
        if (!side.failure && !add_round(side)) return false;
      watch_.look();
    } while (!is_enough());
    return true;
  }

  void report(const TimeContext& context) {
    const MachineFacts facts = watch_.facts();
    const std::chrono::duration<double> spent = WallClock::now() - began_;
    const double each = spent.count() / static_cast<double>(sides_.size());
    for (Side& side : sides_) context.on_result({side.queue, *side.planned, outcome(side, facts), each});
  }

 private:
  [[nodiscard]] std::vector<int> cores() const {
    return sides_.front().server->cores_of(*sides_.front().planned->args);
  }

  static bool add_round(Side& side) {
    RoundReply reply = side.server->measure_round(
        *side.planned, side.rounds.empty() ? std::nullopt : std::optional(side.rounds.front().length));
    if (std::holds_alternative<Interrupted>(reply)) return false;
    if (auto* failure = std::get_if<Failure>(&reply)) side.failure = std::move(*failure);
    if (auto* round = std::get_if<Round>(&reply)) side.rounds.push_back(std::move(*round));
    return true;
  }

  [[nodiscard]] bool is_enough() const {
    const auto done = [&](const Side& side) { return side.failure || are_precise(side.rounds, options_.target); };
    const auto measured = [](const Side& side) { return side.failure || side.rounds.size() >= kFewestRounds; };
    if (std::all_of(sides_.begin(), sides_.end(), done)) return true;
    const auto budget = options_.budget * static_cast<long>(sides_.size());
    return WallClock::now() - began_ >= budget && std::all_of(sides_.begin(), sides_.end(), measured);
  }

  [[nodiscard]] TimedOutcome outcome(Side& side, const MachineFacts& facts) const {
    if (side.failure) {
      if (side.failure->where.empty()) side.failure->where = to_string(side.planned->args->definition);
      return std::move(*side.failure);
    }
    TimeBasis basis{side.planned->args->device, "cpu", side.server->loop_ns(), options_.target, facts};
    return judge_time(side.rounds, basis);
  }

  std::vector<Side> sides_;
  const TimeOptions& options_;
  MachineWatch watch_;
  WallClock::time_point began_ = WallClock::now();
};

/// The native servers of a bundle's queues.
class TimedBundle {
 public:
  TimedBundle(const MeasurePlan& plan, const TimeOptions& options, const TimeContext& context, TimeSummary& summary)
      : plan_(plan), options_(options), context_(context), summary_(summary) {}

  /// False at an interrupt.
  bool run(const std::vector<std::size_t>& queues) {
    for (const std::size_t queue : queues)
      if (plan_.queues[queue].timing && !open(queue)) return false;
    for (std::vector<Side>& sides : matched()) {
      TimedCase timed(std::move(sides), options_);
      if (interrupted() || !timed.measure()) return false;
      timed.report(context_);
    }
    return true;
  }

 private:
  // A queue without a server costs its own cases only.
  bool open(std::size_t queue) {
    try {
      auto server = std::make_unique<TimedServer>(plan_.queues[queue], plan_, claim_.core());
      if (!server->open()) return false;
      summary_.hellos[queue] = server->hello();
      servers_[queue] = std::move(server);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::environment) throw;
      if (!summary_.problem) summary_.problem = std::current_exception();
      for (const PlannedCase& planned : plan_.queues[queue].cases)
        context_.on_result({queue, planned, Failure{FailureKind::server, error.what(), "", ""}});
    }
    return true;
  }

  // By id: each environment may have cases that the others do not have.
  [[nodiscard]] std::vector<std::vector<Side>> matched() const {
    std::vector<std::vector<Side>> cases;
    std::map<std::string, std::size_t> places;
    for (const auto& [queue, server] : servers_)
      for (const PlannedCase& planned : plan_.queues[queue].cases) {
        const auto [place, is_new] = places.try_emplace(planned.args->id, cases.size());
        if (is_new) cases.emplace_back();
        cases[place->second].push_back({queue, server.get(), &planned});
      }
    return cases;
  }

  const MeasurePlan& plan_;
  const TimeOptions& options_;
  const TimeContext& context_;
  TimeSummary& summary_;
  CoreClaim claim_{{allowed_cores(), allowed_cores().size() - 1}};  // devices interrupt the first core most often
  std::map<std::size_t, std::unique_ptr<TimedServer>> servers_;
};

std::vector<std::vector<std::size_t>> bundles_of(const MeasurePlan& plan) {
  if (!plan.bundles.empty()) return plan.bundles;
  std::vector<std::vector<std::size_t>> bundles;
  for (std::size_t queue = 0; queue < plan.queues.size(); ++queue) bundles.push_back({queue});
  return bundles;
}

}  // namespace

TimeSummary time_queues(const MeasurePlan& plan, const TimeOptions& options, const TimeContext& context) {
  TimeSummary summary;
  summary.hellos.resize(plan.queues.size());
  const std::unique_ptr<CoreClaim> turn = take_turn(context);
  summary.interrupted = turn == nullptr;
  for (const std::vector<std::size_t>& bundle : bundles_of(plan)) {
    if (summary.interrupted) break;
    summary.interrupted = !TimedBundle(plan, options, context, summary).run(bundle);
  }
  const auto came_up = [](const Hello& hello) { return !hello.torch_version.empty(); };
  if (summary.problem && std::none_of(summary.hellos.begin(), summary.hellos.end(), came_up))
    std::rethrow_exception(summary.problem);
  return summary;
}

}  // namespace quern
