// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/scheduler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/error.hpp"
#include "harness/measure/capacity.hpp"
#include "harness/process/interrupt.hpp"

namespace quern {
namespace {

constexpr std::uintmax_t kAmpleMemory = std::uintmax_t{4} << 30U;  // for each server: start all without a look

// Seconds, before anything is known: loading LibTorch for C++ or importing torch, and one case.
constexpr double kStart[] = {20, 10};
constexpr double kCase[] = {0.5, 0.15};

std::string message_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& exception) {
    return exception.what();
  }
}

}  // namespace

Scheduler::Scheduler(const MeasurePlan& plan, const OnResult& on_result)
    : plan_(plan), on_result_(on_result), queues_(plan.queues.size()) {
  summary_.hellos.resize(plan.queues.size());
  for (std::size_t i = 0; i < queues_.size(); ++i) {
    const std::size_t language = plan.queues[i].server.language == Language::cpp ? 1 : 0;
    queues_[i].start_s = kStart[language];
    queues_[i].case_s = kCase[language];
    if (plan.bundles.empty()) bundles_.push_back({{i}});
  }
  for (const std::vector<std::size_t>& bundle : plan.bundles) bundles_.push_back({bundle});
}

std::size_t Scheduler::left(std::size_t queue) const {
  return queues_[queue].failed ? 0 : plan_.queues[queue].cases.size() - queues_[queue].taken;
}

// What another server saves, in seconds of waiting; a queue that has none yet comes before all others.
double Scheduler::gain(const Bundle& bundle) const {
  double work = 0;
  double start = 0;
  for (const std::size_t queue : bundle.queues) {
    if (queues_[queue].failed) continue;  // no server of it is started any more
    work += static_cast<double>(left(queue)) * queues_[queue].case_s;
    start += queues_[queue].start_s;
  }
  constexpr double kAlways = 1e9;
  if (work == 0) return 0;
  return bundle.servers == 0 ? kAlways + work : work / bundle.servers - start;
}

std::optional<std::size_t> Scheduler::next_bundle() {
  const std::lock_guard lock(mutex_);
  if (failed_ || interrupted()) return std::nullopt;
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < bundles_.size(); ++i)
    if (gain(bundles_[i]) > 0 && (!best || gain(bundles_[i]) > gain(bundles_[*best]))) best = i;
  if (best) ++bundles_[*best].servers;
  return best;
}

void Scheduler::leave(std::size_t bundle) {
  const std::lock_guard lock(mutex_);
  --bundles_[bundle].servers;
}

std::vector<std::size_t> Scheduler::queues_of(std::size_t bundle) {
  const std::lock_guard lock(mutex_);
  std::vector<std::size_t> queues = bundles_[bundle].queues;
  std::erase_if(queues, [this](std::size_t queue) { return queues_[queue].failed != nullptr; });
  return queues;
}

bool Scheduler::admit(int thread) {
  std::size_t servers = 1;  // of a thread at once
  for (const Bundle& bundle : bundles_) servers = std::max(servers, bundle.queues.size());
  if (thread == 0 || usable_memory() / static_cast<std::uintmax_t>(plan_.jobs) > kAmpleMemory * servers) return true;
  std::unique_lock lock(mutex_);
  constexpr std::chrono::milliseconds kSlice{100};  // a signal wakes nobody who waits here
  while (resident_ == 0 && !failed_ && !first_retired_ && !interrupted()) measured_.wait_for(lock, kSlice);
  return resident_ > 0 && usable_memory() > 2 * resident_ * servers;
}

void Scheduler::retire(int thread) {
  const std::lock_guard lock(mutex_);
  if (thread == 0) first_retired_ = true;
  measured_.notify_all();
}

const PlannedCase* Scheduler::next(std::size_t queue) {
  const std::lock_guard lock(mutex_);
  if (failed_ || interrupted() || left(queue) == 0) return nullptr;
  return &plan_.queues[queue].cases[queues_[queue].taken++];
}

void Scheduler::done(std::size_t queue, CaseResult result) {
  const std::lock_guard lock(mutex_);
  constexpr std::size_t kEnoughCases = 5;
  State& state = queues_[queue];
  ++state.finished;
  state.spent_s += result.duration_s;
  if (state.finished >= kEnoughCases) state.case_s = state.spent_s / static_cast<double>(state.finished);
  on_result_(queue, std::move(result));
}

void Scheduler::note_server(std::size_t queue, const Hello& hello, double start_s, std::uintmax_t resident) {
  const std::lock_guard lock(mutex_);
  if (summary_.hellos[queue].torch_version.empty()) summary_.hellos[queue] = hello;
  // Addresses that are not fixed may be in the way of one server and not of another.
  std::vector<std::string>& unpinned = summary_.hellos[queue].unpinned;
  for (const std::string& pin : hello.unpinned)
    if (std::find(unpinned.begin(), unpinned.end(), pin) == unpinned.end()) unpinned.push_back(pin);
  queues_[queue].start_s = start_s;
  resident_ = std::max(resident_, std::max<std::uintmax_t>(resident, 1));
  measured_.notify_all();
}

void Scheduler::note_sentry(std::size_t queue, const PlannedCase& sentry, double instructions) {
  const std::lock_guard lock(mutex_);
  const auto [first, added] = sentries_.emplace(std::pair(queue, sentry.args->id), instructions);
  if (added || first->second == instructions) return;
  summary_.stable = false;
  summary_.notes.push_back(fmt::format("sentry {} moved from {} to {}", sentry.args->id, first->second, instructions));
}

void Scheduler::note_unstable(const std::string& note) {
  const std::lock_guard lock(mutex_);
  summary_.stable = false;
  summary_.notes.push_back(note);
}

void Scheduler::fail_queue(std::size_t queue, std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  if (!queues_[queue].failed) queues_[queue].failed = std::move(error);
  measured_.notify_all();
}

void Scheduler::fail(std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  if (!failed_) failed_ = std::move(error);
  measured_.notify_all();
}

// Of a queue without servers: those that nobody has taken.
void Scheduler::report_cases_of(std::size_t queue) {
  State& state = queues_[queue];
  const std::vector<PlannedCase>& cases = plan_.queues[queue].cases;
  for (; state.taken < cases.size(); ++state.taken) {
    const Case* const args = cases[state.taken].args;
    on_result_(queue, {args,
                       Status::failed,
                       {},
                       Failure{FailureKind::server, message_of(state.failed), to_string(args->definition), ""},
                       0});
  }
}

MeasureSummary Scheduler::finish() {
  const std::lock_guard lock(mutex_);
  if (failed_) std::rethrow_exception(failed_);
  const auto measured = [](const State& state) { return state.finished > 0; };
  const bool any = std::any_of(queues_.begin(), queues_.end(), measured);
  for (std::size_t i = 0; i < queues_.size(); ++i) {
    if (!queues_[i].failed) continue;
    if (!any) std::rethrow_exception(queues_[i].failed);
    report_cases_of(i);
  }
  summary_.interrupted = interrupted();
  return std::move(summary_);
}

}  // namespace quern
