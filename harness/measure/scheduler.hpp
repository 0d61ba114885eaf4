// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/measure/measure_queues.hpp"

namespace quern {

/// What the threads of a run share: which case is next, and what is known so far. Every member locks.
class Scheduler {
 public:
  Scheduler(const MeasurePlan& plan, const OnResult& on_result);

  /// Which bundle a thread that is free should start servers for; nothing if that is not worth it any more.
  std::optional<std::size_t> next_bundle();
  void leave(std::size_t bundle);
  /// The queues of a bundle that are not given up.
  [[nodiscard]] std::vector<std::size_t> queues_of(std::size_t bundle);
  /// If memory is not ample, waits until it is known what a server needs; false if there is none for another one, or if
  /// the first thread ended without having brought one up.
  bool admit(int thread);
  /// This thread starts no more servers.
  void retire(int thread);

  const PlannedCase* next(std::size_t queue);
  void done(std::size_t queue, CaseResult result);

  /// A server is up.
  void note_server(std::size_t queue, const Hello& hello, double start_s, std::uintmax_t resident);
  /// All servers of a queue must agree about the sentries, at any time.
  void note_sentry(std::size_t queue, const PlannedCase& sentry, double instructions);
  void note_unstable(const std::string& note);
  /// No server of this queue can be started.
  void fail_queue(std::size_t queue, std::exception_ptr error);
  void fail(std::exception_ptr error);

  /// To be called when all threads are done. Throws the error that made the run impossible.
  MeasureSummary finish();

 private:
  struct State {
    std::size_t taken = 0;
    std::size_t finished = 0;
    double start_s = 0;  // of a server; guessed until one is up
    double case_s = 0;   // of one case; guessed until some are done
    double spent_s = 0;
    std::exception_ptr failed;
  };

  struct Bundle {
    std::vector<std::size_t> queues;
    int servers = 0;  // of each queue
  };

  [[nodiscard]] std::size_t left(std::size_t queue) const;
  [[nodiscard]] double gain(const Bundle& bundle) const;
  void report_cases_of(std::size_t queue);

  const MeasurePlan& plan_;
  const OnResult& on_result_;
  std::mutex mutex_;
  std::condition_variable measured_;
  std::vector<State> queues_;
  std::vector<Bundle> bundles_;
  std::exception_ptr failed_;
  std::uintmax_t resident_ = 0;
  bool first_retired_ = false;  // of the threads, the one that is admitted without a question
  std::map<std::pair<std::size_t, std::string>, double> sentries_;
  MeasureSummary summary_;
};

}  // namespace quern
