// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/timing/timed_server.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/statistics.hpp"
#include "harness/measure/capacity.hpp"
#include "harness/measure/retry.hpp"
#include "worker/protocol/keys.h"

namespace quern {
namespace {

constexpr int kRoundUs = 20'000;

ServerSpec timed_on(ServerSpec spec, int core) {
  spec.core = core;
  return spec;
}

}  // namespace

std::vector<int> cores_for(int threads, int claimed, const std::vector<int>& allowed) {
  std::vector<int> cores = {claimed};
  for (const int core : allowed)
    if (core != claimed && static_cast<int>(cores.size()) < threads) cores.push_back(core);
  return cores;
}

std::string orders_text(const Case& args, const std::vector<int>& cores, const std::optional<BlockLength>& length) {
  std::string text;
  const auto add = [&](const char* key, const auto& value) { text += fmt::format("{} {}\n", key, value); };
  add(QUERN_TIMING_DEVICE, args.device);
  add(QUERN_TIMING_ROUND, kRoundUs);
  add(QUERN_TIMING_CORES, fmt::format("{}", fmt::join(cores, " ")));
  if (length) add(QUERN_TIMING_ITERATIONS, length->iterations);
  if (length) add(QUERN_TIMING_WINDOWS, length->windows);
  return text;
}

TimedServer::TimedServer(const CaseQueue& queue, const MeasurePlan& plan, int core)
    : queue_(queue), plan_(plan), core_(core), server_(timed_on(queue.timing.value(), core)) {}

std::vector<int> TimedServer::cores_of(const Case& args) const {
  return cores_for(args.num_threads, core_, allowed_cores());
}

RoundReply TimedServer::measure_round(const PlannedCase& planned, const std::optional<BlockLength>& length) {
  CaseRequest request{planned.args, planned.symbol, planned.object, 1, 0, plan_.timeout};
  request.orders = orders_text(*planned.args, cores_of(*planned.args), length);
  CaseReply reply = measure_with_retries(server_, request, plan_.retries);
  if (const auto* blocks = std::get_if<std::vector<Window>>(&reply)) {
    if (std::optional<Round> round = round_of(*blocks)) return std::move(*round);
    return Failure{FailureKind::profile, "the worker measured no block", "", ""};
  }
  if (const auto* lost = std::get_if<ServerLost>(&reply))
    return Failure{FailureKind::server, fmt::format("the native server was lost: {}", lost->reason), "", ""};
  if (std::holds_alternative<Interrupted>(reply)) return Interrupted{};
  return std::get<Failure>(std::move(reply));
}

bool TimedServer::open() {
  const PlannedCase& loop = queue_.sentries.front();
  std::vector<Round> rounds;
  while (rounds.size() < kFewestRounds) {
    RoundReply reply = measure_round(loop, rounds.empty() ? std::nullopt : std::optional(rounds.front().length));
    if (std::holds_alternative<Interrupted>(reply)) return false;
    if (const auto* failure = std::get_if<Failure>(&reply))
      throw Error(
          ErrorKind::environment,
          fmt::format("the {} server for time does not run: {}", to_string(queue_.server.language), failure->message),
          "'quern doctor' tells whether something is missing");
    rounds.push_back(std::get<Round>(std::move(reply)));
  }
  require_probed_torch(queue_.torch, server_.hello());
  loop_ns_ = median(round_medians(rounds));
  return true;
}

}  // namespace quern
