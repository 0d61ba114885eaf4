// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/measure.hpp"

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "harness/measure/board.hpp"
#include "harness/measure/resources.hpp"
#include "harness/measure/verdict.hpp"
#include "worker/protocol/error.hpp"

namespace quern {
namespace {

constexpr int kMorePairs = 9;  // for cases whose first pairs do not agree

ServerSpec on_core(ServerSpec spec, int number) {
  const std::vector<int> cores = allowed_cores();
  spec.core = cores[static_cast<std::size_t>(number) % cores.size()];
  return spec;
}

// A server sees libraries through links in its folder, which goes with it.
Hello with_real_paths(Hello hello) {
  for (std::string& file : hello.libraries) {
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(file, error);
    if (!error) file = real.string();
  }
  return hello;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// One thread's server for one crew, from its start until the crew has no more cases.
class Shift {
 public:
  Shift(const MeasurePlan& plan, Board& board, std::size_t crew, int thread)
      : plan_(plan), crew_(plan.crews[crew]), number_(crew), board_(board), server_(on_core(crew_.server, thread)) {}

  void run() {
    const auto start = std::chrono::steady_clock::now();
    if (!watch_sentries()) return;
    board_.note_server(number_, with_real_paths(server_.hello()), seconds_since(start), server_.resident());
    while (const PlannedCase* planned = board_.next(number_)) {
      const auto begin = std::chrono::steady_clock::now();
      CaseReply reply = measure_case(*planned);
      if (std::holds_alternative<Interrupted>(reply)) return;
      board_.done(number_, to_result(*planned, std::move(reply), seconds_since(begin)));
    }
    watch_sentries();
  }

 private:
  CaseReply order(const PlannedCase& planned, int pairs) {
    const CaseOrder order{planned.args, planned.symbol, pairs, plan_.timeout};
    CaseReply reply = server_.measure(order);
    for (int retry = 0; retry < plan_.retries && std::holds_alternative<ServerLost>(reply); ++retry)
      reply = server_.measure(order);
    return reply;
  }

  // Disagreement among a few repeats is looked at more closely before it is called jitter.
  CaseReply measure_case(const PlannedCase& planned) {
    CaseReply reply = order(planned, plan_.pairs);
    const auto* windows = std::get_if<std::vector<Window>>(&reply);
    if (windows == nullptr || judge(*windows, 0).verdict == Verdict::exact || plan_.pairs >= kMorePairs) return reply;
    CaseReply again = order(planned, kMorePairs);
    return std::holds_alternative<std::vector<Window>>(again) ? again : reply;
  }

  bool watch_sentries() {
    for (const PlannedCase& sentry : crew_.sentries) {
      CaseReply reply = order(sentry, plan_.pairs);
      if (std::holds_alternative<Interrupted>(reply)) return false;
      if (const auto* lost = std::get_if<ServerLost>(&reply))
        throw Error(ErrorKind::environment,
                    fmt::format("the {} server does not run: {}", to_string(crew_.server.language), lost->reason),
                    "'quern doctor' tells whether something is missing");
      if (const auto* failure = std::get_if<Failure>(&reply))
        throw Error(ErrorKind::environment,
                    fmt::format("sentry {} fails: {}", sentry.args->label.back(), failure->message),
                    "LibTorch does not work in this environment");
      note_sentry(sentry, std::get<std::vector<Window>>(reply));
    }
    return true;
  }

  void note_sentry(const PlannedCase& sentry, const std::vector<Window>& windows) {
    const std::optional<double> count = loop_cost(windows);
    if (!count) board_.note_unstable(fmt::format("sentry {} does not repeat", sentry.args->label.back()));
    if (!count) return;
    if (&sentry == &crew_.sentries.front()) loop_ = *count;
    board_.note_sentry(number_, sentry, *count);
  }

  CaseResult to_result(const PlannedCase& planned, CaseReply reply, double duration_s) const {
    CaseResult result{planned.args, Status::failed, {}, {}, duration_s};
    if (auto* windows = std::get_if<std::vector<Window>>(&reply)) {
      result.status = Status::ok;
      result.measurement = judge(std::move(*windows), loop_);
      return result;
    }
    if (auto* lost = std::get_if<ServerLost>(&reply))
      result.failure =
          Failure{"server", fmt::format("the server was lost while this case ran: {}", lost->reason), "", ""};
    else
      result.failure = std::get<Failure>(std::move(reply));
    if (result.failure->where.empty()) result.failure->where = to_string(planned.args->definition);
    return result;
  }

  const MeasurePlan& plan_;
  const Crew& crew_;
  std::size_t number_;
  Board& board_;
  Server server_;
  double loop_ = 0;
};

// A crew without servers costs its own cases only.
void run_shift(const MeasurePlan& plan, Board& board, std::size_t crew, int thread) {
  try {
    Shift(plan, board, crew, thread).run();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::environment) throw;
    board.fail_crew(crew, std::current_exception());
  }
  board.leave(crew);
}

void work(const MeasurePlan& plan, Board& board, int thread) {
  try {
    if (!board.admit(thread)) return;
    while (const std::optional<std::size_t> crew = board.join()) run_shift(plan, board, *crew, thread);
  } catch (...) {
    board.fail(std::current_exception());
  }
}

}  // namespace

MeasureSummary measure(const MeasurePlan& plan, const std::function<void(CaseResult)>& on_result) {
  Board board(plan, on_result);
  {
    std::vector<std::jthread> threads;
    for (int i = 1; i < plan.jobs; ++i) threads.emplace_back(work, std::cref(plan), std::ref(board), i);
    work(plan, board, 0);
  }
  return board.finish();
}

}  // namespace quern
