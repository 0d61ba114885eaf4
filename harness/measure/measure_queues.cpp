// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/measure_queues.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "harness/build/statement_form.hpp"
#include "harness/measure/capacity.hpp"
#include "harness/measure/case_functions.hpp"
#include "harness/measure/core_claim.hpp"
#include "harness/measure/loop.hpp"
#include "harness/measure/retry.hpp"
#include "harness/measure/scheduler.hpp"
#include "harness/measure/verdict.hpp"

namespace quern {
namespace {

constexpr int kMorePairs = 9;  // for cases whose first pairs do not agree

constexpr const char* kRemoved =
    "the compiler removed the statement: use quern::opaque on its inputs, or quern::keep on its results";

// Something is written there, but nothing is executed.
bool was_removed(const Case& args, const Measurement& measurement) {
  return args.language == Language::cpp && measurement.instructions() == 0 &&
         !analyse_statement(snippet(args).stmt.text()).blank;
}

ServerSpec on_core(ServerSpec spec, int core) {
  spec.core = core;
  return spec;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Why there are no further repeats though the case did not fail: nothing if there are, or if it did.
std::optional<std::string> reason_for_few(const CaseReply& reply) {
  if (const auto* lost = std::get_if<ServerLost>(&reply)) return lost->reason;
  const auto* failure = std::get_if<Failure>(&reply);
  return failure != nullptr && failure->kind == FailureKind::timeout ? std::optional(failure->message) : std::nullopt;
}

bool begins_with(const std::vector<double>& counts, const std::vector<double>& first) {
  return counts.size() >= first.size() && std::equal(first.begin(), first.end(), counts.begin());
}

/// One thread's server for one queue.
class QueueServer {
 public:
  QueueServer(const MeasurePlan& plan, Scheduler& scheduler, std::size_t queue, int core)
      : plan_(plan),
        queue_(plan.queues[queue]),
        number_(queue),
        scheduler_(scheduler),
        server_(on_core(queue_.server, core)) {}

  /// Brings the server up; false at an interrupt.
  bool open() {
    const auto start = std::chrono::steady_clock::now();
    if (!watch_sentries()) return false;
    require_probed_torch(queue_.torch, server_.hello());
    scheduler_.note_server(number_, server_.hello(), seconds_since(start), server_.resident());
    return true;
  }

  /// False if the queue has no more cases, or at an interrupt.
  bool measure_next() {
    const PlannedCase* const planned = scheduler_.next(number_);
    if (planned == nullptr) return false;
    const auto begin = std::chrono::steady_clock::now();
    std::optional<CaseResult> found = measure_and_judge(*planned);
    if (!found) return false;
    CaseResult result = std::move(*found);
    result.notes.insert(result.notes.end(), notes_.begin(), notes_.end());
    result.duration_s = seconds_since(begin);
    scheduler_.done(number_, std::move(result));
    return true;
  }

  void close() { watch_sentries(); }

  [[nodiscard]] std::size_t queue() const { return number_; }

 private:
  // Nothing at an interrupt. Whatever goes wrong with one case is that case's failure: it never costs the others.
  std::optional<CaseResult> measure_and_judge(const PlannedCase& planned) {
    try {
      CaseReply reply = measure_case(planned);
      if (std::holds_alternative<Interrupted>(reply)) return std::nullopt;
      return to_result(planned, std::move(reply));
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::interrupted) throw;
      return not_judged(planned, error.what());
    } catch (const std::exception& error) {
      return not_judged(planned, error.what());
    }
  }

  static CaseResult not_judged(const PlannedCase& planned, const std::string& reason) {
    return {planned.args,
            Status::failed,
            {},
            Failure{FailureKind::judgement, reason, to_string(planned.args->definition), ""},
            0};
  }

  CaseReply measure_once(const PlannedCase& planned, int pairs, bool further = false) {
    const CaseRequest request{planned.args, planned.symbol, planned.object, pairs, plan_.unit, plan_.timeout, further};
    return measure_with_retries(server_, request, plan_.retries);
  }

  // Disagreement among a few repeats is looked at more closely, in another process. All pairs of both count.
  CaseReply measure_case(const PlannedCase& planned) {
    notes_.clear();
    CaseReply reply = measure_once(planned, plan_.pairs);
    auto* const windows = std::get_if<std::vector<Window>>(&reply);
    if (windows == nullptr || judge(*windows, {}).verdict == Verdict::exact || plan_.pairs >= kMorePairs) return reply;
    CaseReply again = measure_once(planned, kMorePairs, true);
    if (const std::optional<std::string> reason = reason_for_few(again)) {
      notes_.push_back(fmt::format("its repeats do not agree, and there are no more of them: {}", *reason));
      return reply;
    }
    const auto* const more = std::get_if<std::vector<Window>>(&again);
    if (more == nullptr) return again;
    if (!begins_with(pair_counts(*more), pair_counts(*windows)))
      notes_.emplace_back("a second process counted otherwise than the first: the count depends on more than the code");
    windows->insert(windows->end(), more->begin(), more->end());
    return reply;
  }

  bool watch_sentries() {
    for (const PlannedCase& sentry : queue_.sentries) {
      CaseReply reply = measure_once(sentry, plan_.pairs);
      if (std::holds_alternative<Interrupted>(reply)) return false;
      if (const auto* lost = std::get_if<ServerLost>(&reply))
        throw Error(ErrorKind::environment,
                    fmt::format("the {} server does not run: {}", to_string(queue_.server.language), lost->reason),
                    lost->reason.find("cannot open shared object file") == std::string::npos
                        ? "'quern doctor' tells whether something is missing"
                        : "export LD_LIBRARY_PATH with its folder: the loader's cache (ldconfig) is not used");
      if (const auto* failure = std::get_if<Failure>(&reply))
        throw Error(
            ErrorKind::environment, fmt::format("sentry {} fails: {}", sentry.args->label.back(), failure->message),
            failure->kind == FailureKind::profile ? "Callgrind contradicts itself: another version of Valgrind may not"
                                                  : "LibTorch does not work in this environment");
      note_sentry(sentry, std::get<std::vector<Window>>(reply));
    }
    return true;
  }

  void note_sentry(const PlannedCase& sentry, const std::vector<Window>& windows) {
    const std::optional<EventCosts> cost = repeated_cost(windows);
    const bool is_loop = &sentry == &queue_.sentries.front();
    if (is_loop && loop_.empty()) take_loop(cost);
    if (!cost) scheduler_.note_unstable(fmt::format("sentry {} does not repeat", sentry.args->label.back()));
    if (cost) scheduler_.note_sentry(number_, sentry, instructions_in(*cost));
  }

  // Without it no count could be told from the loop around the statement.
  void take_loop(const std::optional<EventCosts>& cost) {
    if (!cost)
      throw Error(ErrorKind::environment,
                  fmt::format("the {} server's empty loop does not repeat: there is nothing to take off the counts",
                              to_string(queue_.server.language)),
                  "something runs beside the statement: a thread, a timer, a debugger's or profiler's hook");
    loop_ = *cost;
    if (plan_.functions) loop_functions_ = standardise_(read_functions(server_.pair(0)));
  }

  CaseResult to_result(const PlannedCase& planned, CaseReply reply) {
    CaseResult result{planned.args, Status::failed, {}, {}, 0, planned.notes};
    if (auto* windows = std::get_if<std::vector<Window>>(&reply)) {
      result.status = Status::ok;
      result.measurement = judge(std::move(*windows), loop_);
      if (was_removed(*planned.args, *result.measurement)) result.notes.emplace_back(kRemoved);
      if (plan_.functions) add_functions(*planned.args, *result.measurement);
      return result;
    }
    if (auto* lost = std::get_if<ServerLost>(&reply))
      result.failure = Failure{FailureKind::server,
                               fmt::format("the server was lost while this case ran: {}", lost->reason), "", ""};
    else
      result.failure = std::get<Failure>(std::move(reply));
    if (result.failure->where.empty()) result.failure->where = to_string(planned.args->definition);
    return result;
  }

  // Of the pair that the count was taken from: so their sum is the count.
  void add_functions(const Case& args, Measurement& measurement) {
    const MeasuredPair pair = server_.pair(judged_pair(measurement, instructions_in(loop_)));
    measurement.functions = without_loop(standardise_(read_functions(pair)), loop_functions_);
    if (number_ < plan_.profiles.size() && !plan_.profiles[number_].empty())
      measurement.profile = keep_profile(longer_window(pair), plan_.profiles[number_], args);
  }

  const MeasurePlan& plan_;
  const CaseQueue& queue_;
  std::size_t number_;
  Scheduler& scheduler_;
  Server server_;
  EventCosts loop_;
  std::vector<std::string> notes_;  // of the case that was measured last
  Standardiser standardise_;
  CaseFunctions loop_functions_;
};

/// The servers of one thread for one bundle, from their start until no queue of it has cases left. They take turns, so
/// they share a core.
class BundleServers {
 public:
  BundleServers(const MeasurePlan& plan, Scheduler& scheduler, std::size_t bundle, int thread)
      : scheduler_(scheduler), claim_({allowed_cores(), static_cast<std::size_t>(thread)}) {
    for (const std::size_t queue : scheduler.queues_of(bundle))
      attempt(queue, [&] { servers_.push_back(std::make_unique<QueueServer>(plan, scheduler, queue, claim_.core())); });
  }

  void run() {
    for (auto& server : servers_)
      if (!attempt(server->queue(), [&] { open_ = server->open() && open_; })) server.reset();
    std::erase(servers_, nullptr);
    while (open_ && measure_round()) {
    }
    for (const auto& server : servers_) attempt(server->queue(), [&] { server->close(); });
  }

 private:
  // One case of each queue: what disturbs the machine for a while disturbs all alike.
  bool measure_round() {
    bool measured = false;
    for (const auto& server : servers_)
      attempt(server->queue(), [&] { measured = server->measure_next() || measured; });
    return measured;
  }

  // A queue without servers costs its own cases only.
  template <typename Action>
  bool attempt(std::size_t queue, Action action) {
    try {
      action();
      return true;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::environment) throw;
      scheduler_.fail_queue(queue, std::current_exception());
      return false;
    }
  }

  Scheduler& scheduler_;
  CoreClaim claim_;
  std::vector<std::unique_ptr<QueueServer>> servers_;
  bool open_ = true;
};

void work(const MeasurePlan& plan, Scheduler& scheduler, int thread) {
  try {
    if (!scheduler.admit(thread)) return;
    while (const std::optional<std::size_t> bundle = scheduler.next_bundle()) {
      BundleServers(plan, scheduler, *bundle, thread).run();
      scheduler.leave(*bundle);
    }
  } catch (...) {
    scheduler.fail(std::current_exception());
  }
  scheduler.retire(thread);
}

// As many as there can be: one does all the work if it has to.
std::vector<std::jthread> start_threads(const MeasurePlan& plan, Scheduler& scheduler) {
  std::vector<std::jthread> threads;
  try {
    for (int i = 1; i < plan.jobs; ++i) threads.emplace_back(work, std::cref(plan), std::ref(scheduler), i);
  } catch (const std::system_error&) {
  }
  return threads;
}

}  // namespace

MeasureSummary measure_queues(const MeasurePlan& plan, const OnResult& on_result) {
  Scheduler scheduler(plan, on_result);
  {
    const std::vector<std::jthread> threads = start_threads(plan, scheduler);
    work(plan, scheduler, 0);
  }
  return scheduler.finish();
}

}  // namespace quern
