// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "harness/measure/resources.hpp"
#include "harness/measure/verdict.hpp"
#include "harness/process/interrupt.hpp"
#include "worker/protocol/error.hpp"

namespace quern {
namespace {

constexpr std::uintmax_t kAmpleMemory = std::uintmax_t{4} << 30U;  // for each server: start all without a look
constexpr int kMorePairs = 9;                                      // for cases whose first pairs do not agree

/// What the threads of a run share.
class Board {
 public:
  Board(const MeasurePlan& plan, const std::function<void(CaseResult)>& on_result)
      : plan_(plan), on_result_(on_result) {}

  const PlannedCase* next() {
    const std::lock_guard lock(mutex_);
    if (failed_ || interrupted() || taken_ == plan_.cases.size()) return nullptr;
    return &plan_.cases[taken_++];
  }

  void done(CaseResult result) {
    const std::lock_guard lock(mutex_);
    on_result_(std::move(result));
  }

  void note_unstable(const std::string& note) {
    const std::lock_guard lock(mutex_);
    summary_.stable = false;
    summary_.notes.push_back(note);
  }

  void note_hello(const Hello& hello) {
    const std::lock_guard lock(mutex_);
    if (summary_.hello.torch_version.empty()) summary_.hello = hello;
  }

  /// All servers must agree about the sentries, at any time.
  void note_sentry(const PlannedCase& sentry, double instructions) {
    const std::lock_guard lock(mutex_);
    const auto [first, added] = sentries_.emplace(sentry.symbol, instructions);
    if (added || first->second == instructions) return;
    summary_.stable = false;
    summary_.notes.push_back(
        fmt::format("sentry {} moved from {} to {}", sentry.args->label.back(), first->second, instructions));
  }

  /// Waits until it is known what a server needs, if memory is not ample; false if there is none for another one.
  bool admit(int number) {
    if (number == 0 || usable_memory() / static_cast<std::uintmax_t>(plan_.jobs) > kAmpleMemory) return true;
    std::unique_lock lock(mutex_);
    measured_.wait(lock, [&] { return resident_ > 0 || failed_ || interrupted(); });
    return resident_ > 0 && usable_memory() > 2 * resident_;
  }

  void note_resident(std::uintmax_t bytes) {
    const std::lock_guard lock(mutex_);
    resident_ = std::max(resident_, std::max<std::uintmax_t>(bytes, 1));
    measured_.notify_all();
  }

  void fail(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (!failed_) failed_ = std::move(error);
    measured_.notify_all();
  }

  MeasureSummary finish() {
    if (failed_) std::rethrow_exception(failed_);
    summary_.interrupted = interrupted();
    return std::move(summary_);
  }

 private:
  const MeasurePlan& plan_;
  const std::function<void(CaseResult)>& on_result_;
  std::mutex mutex_;
  std::condition_variable measured_;
  std::size_t taken_ = 0;
  std::exception_ptr failed_;
  std::uintmax_t resident_ = 0;
  std::map<std::string, double> sentries_;
  MeasureSummary summary_;
};

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

/// One thread with its server.
class Lane {
 public:
  Lane(const MeasurePlan& plan, Board& board, int number)
      : plan_(plan), board_(board), server_(on_core(plan.server, number)) {}

  void run() {
    if (!watch_sentries()) return;
    board_.note_hello(with_real_paths(server_.hello()));
    board_.note_resident(server_.resident());
    while (const PlannedCase* planned = board_.next()) {
      const auto start = std::chrono::steady_clock::now();
      CaseReply reply = measure_case(*planned);
      if (std::holds_alternative<Interrupted>(reply)) return;
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      board_.done(to_result(*planned, std::move(reply), took.count()));
    }
    watch_sentries();
  }

 private:
  CaseReply order(const PlannedCase& planned, int pairs) {
    const CaseOrder order{planned.symbol, planned.args->num_threads, pairs, plan_.timeout};
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
    for (const PlannedCase& sentry : plan_.sentries) {
      CaseReply reply = order(sentry, plan_.pairs);
      if (std::holds_alternative<Interrupted>(reply)) return false;
      if (const auto* lost = std::get_if<ServerLost>(&reply))
        throw Error(ErrorKind::environment, fmt::format("the server does not run: {}", lost->reason),
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
    if (&sentry == &plan_.sentries.front()) loop_ = *count;
    board_.note_sentry(sentry, *count);
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
  Board& board_;
  Server server_;
  double loop_ = 0;
};

void run_lane(const MeasurePlan& plan, Board& board, int number) {
  try {
    if (board.admit(number)) Lane(plan, board, number).run();
  } catch (...) {
    board.fail(std::current_exception());
  }
}

}  // namespace

MeasureSummary measure(const MeasurePlan& plan, const std::function<void(CaseResult)>& on_result) {
  Board board(plan, on_result);
  const auto most = static_cast<int>(std::max<std::size_t>(plan.cases.size(), 1));
  std::vector<std::jthread> lanes;
  for (int i = 1; i < std::min(plan.jobs, most); ++i) lanes.emplace_back(run_lane, std::cref(plan), std::ref(board), i);
  run_lane(plan, board, 0);
  lanes.clear();  // joins
  return board.finish();
}

}  // namespace quern
