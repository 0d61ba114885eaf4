// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/error.hpp"
#include "harness/measure/resources.hpp"
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

Board::Board(const MeasurePlan& plan, const OnResult& on_result)
    : plan_(plan), on_result_(on_result), crews_(plan.crews.size()) {
  summary_.hellos.resize(plan.crews.size());
  for (std::size_t i = 0; i < crews_.size(); ++i) {
    const std::size_t language = plan.crews[i].server.language == Language::cpp ? 1 : 0;
    crews_[i].start_s = kStart[language];
    crews_[i].case_s = kCase[language];
    if (plan.teams.empty()) teams_.push_back({{i}});
  }
  for (const std::vector<std::size_t>& team : plan.teams) teams_.push_back({team});
}

std::size_t Board::left(std::size_t crew) const {
  return crews_[crew].failed ? 0 : plan_.crews[crew].cases.size() - crews_[crew].taken;
}

// What another server saves, in seconds of waiting; a crew that has none yet comes before all others.
double Board::gain(const Team& team) const {
  double work = 0;
  double start = 0;
  for (const std::size_t crew : team.crews) {
    if (crews_[crew].failed) continue;  // no server of it is started any more
    work += static_cast<double>(left(crew)) * crews_[crew].case_s;
    start += crews_[crew].start_s;
  }
  constexpr double kAlways = 1e9;
  if (work == 0) return 0;
  return team.servers == 0 ? kAlways + work : work / team.servers - start;
}

std::optional<std::size_t> Board::join() {
  const std::lock_guard lock(mutex_);
  if (failed_ || interrupted()) return std::nullopt;
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < teams_.size(); ++i)
    if (gain(teams_[i]) > 0 && (!best || gain(teams_[i]) > gain(teams_[*best]))) best = i;
  if (best) ++teams_[*best].servers;
  return best;
}

void Board::leave(std::size_t team) {
  const std::lock_guard lock(mutex_);
  --teams_[team].servers;
}

std::vector<std::size_t> Board::crews_of(std::size_t team) {
  const std::lock_guard lock(mutex_);
  std::vector<std::size_t> crews = teams_[team].crews;
  std::erase_if(crews, [this](std::size_t crew) { return crews_[crew].failed != nullptr; });
  return crews;
}

bool Board::admit(int thread) {
  std::size_t servers = 1;  // of a thread at once
  for (const Team& team : teams_) servers = std::max(servers, team.crews.size());
  if (thread == 0 || usable_memory() / static_cast<std::uintmax_t>(plan_.jobs) > kAmpleMemory * servers) return true;
  std::unique_lock lock(mutex_);
  constexpr std::chrono::milliseconds kSlice{100};  // a signal wakes nobody who waits here
  while (resident_ == 0 && !failed_ && !first_retired_ && !interrupted()) measured_.wait_for(lock, kSlice);
  return resident_ > 0 && usable_memory() > 2 * resident_ * servers;
}

void Board::retire(int thread) {
  const std::lock_guard lock(mutex_);
  if (thread == 0) first_retired_ = true;
  measured_.notify_all();
}

const PlannedCase* Board::next(std::size_t crew) {
  const std::lock_guard lock(mutex_);
  if (failed_ || interrupted() || left(crew) == 0) return nullptr;
  return &plan_.crews[crew].cases[crews_[crew].taken++];
}

void Board::done(std::size_t crew, CaseResult result) {
  const std::lock_guard lock(mutex_);
  constexpr std::size_t kEnough = 5;
  State& state = crews_[crew];
  ++state.finished;
  state.spent_s += result.duration_s;
  if (state.finished >= kEnough) state.case_s = state.spent_s / static_cast<double>(state.finished);
  on_result_(crew, std::move(result));
}

void Board::note_server(std::size_t crew, const Hello& hello, double start_s, std::uintmax_t resident) {
  const std::lock_guard lock(mutex_);
  if (summary_.hellos[crew].torch_version.empty()) summary_.hellos[crew] = hello;
  // Addresses that are not fixed may be in the way of one server and not of another.
  std::vector<std::string>& unpinned = summary_.hellos[crew].unpinned;
  for (const std::string& pin : hello.unpinned)
    if (std::find(unpinned.begin(), unpinned.end(), pin) == unpinned.end()) unpinned.push_back(pin);
  crews_[crew].start_s = start_s;
  resident_ = std::max(resident_, std::max<std::uintmax_t>(resident, 1));
  measured_.notify_all();
}

void Board::note_sentry(std::size_t crew, const PlannedCase& sentry, double instructions) {
  const std::lock_guard lock(mutex_);
  const auto [first, added] = sentries_.emplace(std::pair(crew, sentry.args->id), instructions);
  if (added || first->second == instructions) return;
  summary_.stable = false;
  summary_.notes.push_back(fmt::format("sentry {} moved from {} to {}", sentry.args->id, first->second, instructions));
}

void Board::note_unstable(const std::string& note) {
  const std::lock_guard lock(mutex_);
  summary_.stable = false;
  summary_.notes.push_back(note);
}

void Board::fail_crew(std::size_t crew, std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  if (!crews_[crew].failed) crews_[crew].failed = std::move(error);
  measured_.notify_all();
}

void Board::fail(std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  if (!failed_) failed_ = std::move(error);
  measured_.notify_all();
}

// Of a crew without servers: those that nobody has taken.
void Board::report_cases_of(std::size_t crew) {
  State& state = crews_[crew];
  const std::vector<PlannedCase>& cases = plan_.crews[crew].cases;
  for (; state.taken < cases.size(); ++state.taken) {
    const TimerArgs* const args = cases[state.taken].args;
    on_result_(
        crew,
        {args, Status::failed, {}, Failure{"server", message_of(state.failed), to_string(args->definition), ""}, 0});
  }
}

MeasureSummary Board::finish() {
  const std::lock_guard lock(mutex_);
  if (failed_) std::rethrow_exception(failed_);
  const auto measured = [](const State& state) { return state.finished > 0; };
  const bool any = std::any_of(crews_.begin(), crews_.end(), measured);
  for (std::size_t i = 0; i < crews_.size(); ++i) {
    if (!crews_[i].failed) continue;
    if (!any) std::rethrow_exception(crews_[i].failed);
    report_cases_of(i);
  }
  summary_.interrupted = interrupted();
  return std::move(summary_);
}

}  // namespace quern
