// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/measure_suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "harness/measure/canary.hpp"
#include "harness/measure/capacity.hpp"
#include "harness/measure/environment_run.hpp"
#include "harness/measure/measure_queues.hpp"
#include "harness/measure/timing/time_queues.hpp"
#include "harness/model/case_time.hpp"
#include "harness/process/interrupt.hpp"
#include "harness/process/temporary_folder.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

/// One of the groups of a run.
struct OpenGroup {
  const EnvironmentGroup& environments;
  std::size_t first = 0;  // the number of its first environment in the run
  std::size_t of = 1;     // how many environments the run has
};

// a … z, aa, ab, …: environments of a run are told apart by letters, as the sides of a comparison are.
std::string letters(std::size_t number, char first) {
  std::string text;
  for (++number; number > 0; number = (number - 1) / 26)
    text.insert(text.begin(), static_cast<char>(first + static_cast<char>((number - 1) % 26)));
  return text;
}

// Of a case that is timed and not counted.
CaseResult timed_result(TimedResult timed) {
  CaseResult result{timed.planned.args, Status::failed, {}, {}, timed.duration_s, timed.planned.notes};
  if (auto* failure = std::get_if<Failure>(&timed.outcome)) {
    result.failure = std::move(*failure);
    return result;
  }
  result.status = Status::ok;
  result.measurement.emplace().set_time(std::get<CaseTime>(std::move(timed.outcome)));
  return result;
}

// A case that Callgrind counted and that has no time natively is told so: its count stands all the same.
void add_time(TimedOutcome outcome, CaseResult& result) {
  if (!result.measurement) return;
  if (auto* time = std::get_if<CaseTime>(&outcome))
    result.measurement->set_time(std::move(*time));
  else
    result.notes.push_back(fmt::format("it has no time: {}", std::get<Failure>(outcome).message));
}

/// Holds all that a group needs as long as it lives.
class GroupMeasuring {
 public:
  GroupMeasuring(const std::vector<Case>& cases, const OpenGroup& group, const RunOptions& options,
                 const RunContext& context)
      : group_(group), options_(options), context_(context) {
    for (const EnvironmentSpec& spec : group.environments)
      parts_.emplace_back(cases, EnvironmentPart{number(parts_.size()), spec}, options, context);
  }

  void measure() {
    try {
      probe_and_measure();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::interrupted) throw;
      interrupt();
    }
  }

  // The interrupt came before the first case was measured. The user still gets a document, marked as interrupted.
  void interrupt() {
    for (EnvironmentRun& part : parts_) part.interrupt();
  }

  std::vector<Run> finish() {
    std::vector<Run> runs;
    for (EnvironmentRun& part : parts_) runs.push_back(part.finish());
    return runs;
  }

 private:
  void probe_and_measure() {
    sweep_temporary_folders("/tmp");  // where servers live: one that was killed leaves megabytes
    context_.on_phase("looking at the environment");
    for (std::size_t i = 0; i < parts_.size(); ++i) naming(i, [&] { parts_[i].probe(); });
    if (options_.one_installation) require_one_installation();
    context_.on_phase("compiling (the first time, LibTorch's headers too)");
    for (std::size_t i = 0; i < parts_.size(); ++i) naming(i, [&] { add_queues(i); });
    plan_.jobs = options_.jobs > 0 ? options_.jobs : usable_cores();
    plan_.pairs = options_.pairs;
    plan_.retries = options_.retries;
    plan_.timeout = options_.timeout;
    plan_.functions = options_.functions;
    if (!plan_.queues.empty() && options_.wants(kTime)) time_all();
    if (!plan_.queues.empty() && options_.counts() && !interrupted()) measure_all();
    // With one environment at a time it is for its reader to see that all was skipped; a side of two would look
    // unchanged.
    if (parts_.size() > 1)
      for (std::size_t i = 0; i < parts_.size(); ++i) naming(i, [&] { parts_[i].require_measured(); });
  }

  void require_one_installation() const {
    for (const EnvironmentRun& part : parts_)
      if (part.installation() != parts_.front().installation())
        throw Error(ErrorKind::environment,
                    fmt::format("'{}' is of the installation '{}' and '{}' of '{}', which do not count alike",
                                parts_.front().name(), to_string(parts_.front().installation()), part.name(),
                                to_string(part.installation())),
                    "take two of a kind, or compare them all the same by --allow-different");
  }

  [[nodiscard]] std::size_t number(std::size_t part) const { return group_.first + part; }

  // Of several environments: which one it is that does not work.
  template <typename Action>
  void naming(std::size_t part, Action action) {
    try {
      action();
    } catch (const Error& error) {
      if (group_.of == 1 || error.kind() != ErrorKind::environment) throw;
      throw Error(error.kind(),
                  fmt::format("environment {} ({}): {}", letters(number(part), 'A'), parts_[part].name(), error.what()),
                  error.hint());
    }
  }

  void add_queues(std::size_t part) {
    for (CaseQueue& queue : parts_[part].build()) {
      // Two environments are worth a look before the long queue: an unusable one would cost half of the work.
      if (parts_.size() > 1) require_canary(queue);
      join_bundle(queue.kind, plan_.queues.size());
      plan_.queues.push_back(std::move(queue));
      owners_.push_back(part);
      if (!options_.profiles.empty()) plan_.profiles.push_back(profile_folder(part));
    }
  }

  // The same kind of another environment: case by case, they take turns.
  void join_bundle(const std::string& kind, std::size_t queue) {
    for (std::vector<std::size_t>& bundle : plan_.bundles)
      if (plan_.queues[bundle.front()].kind == kind) return bundle.push_back(queue);
    plan_.bundles.push_back({queue});
  }

  [[nodiscard]] fs::path profile_folder(std::size_t part) const {
    return group_.of == 1 ? options_.profiles : options_.profiles / letters(number(part), 'a');
  }

  // Before anything is counted: it takes the shorter time, and then the result of a case is whole when it is done.
  void time_all() {
    context_.on_phase("measuring time, one case at a time");
    const TimeSummary summary =
        time_queues(plan_, options_.time, {context_.on_phase, [this](TimedResult result) { note_time(result); }});
    if (!options_.counts())
      for (std::size_t i = 0; i < owners_.size(); ++i) parts_[owners_[i]].describe(summary.hellos[i]);
    if (summary.interrupted) interrupt();
  }

  void note_time(TimedResult& result) {
    const std::size_t queue = result.queue;
    if (options_.counts())
      times_.emplace(std::pair(queue, result.planned.args), std::move(result.outcome));
    else
      parts_[owners_[queue]].add(timed_result(std::move(result)));
  }

  void add_counted(std::size_t queue, CaseResult result) {
    if (const auto found = times_.find({queue, result.args}); found != times_.end())
      add_time(std::move(found->second), result);
    parts_[owners_[queue]].add(std::move(result));
  }

  void measure_all() {
    context_.on_phase("loading LibTorch under Valgrind");
    const MeasureSummary summary =
        measure_queues(plan_, [this](std::size_t queue, CaseResult result) { add_counted(queue, std::move(result)); });
    for (EnvironmentRun& part : parts_) part.note(summary);
    for (const std::string& note : summary.notes) context_.on_phase("unstable: " + note);
    for (std::size_t i = 0; i < owners_.size(); ++i) parts_[owners_[i]].describe(summary.hellos[i]);
  }

  OpenGroup group_;
  const RunOptions& options_;
  const RunContext& context_;
  std::deque<EnvironmentRun> parts_;
  MeasurePlan plan_;
  std::vector<std::size_t> owners_;  // of each queue: its part
  std::map<std::pair<std::size_t, const Case*>, TimedOutcome>
      times_;  // by queue, of cases that are still to be counted
};

}  // namespace

std::vector<Run> measure_suite(const std::vector<Case>& cases, const std::vector<EnvironmentGroup>& groups,
                               const RunOptions& options, const RunContext& context) {
  const std::size_t all = count_environments(groups);
  std::vector<Run> runs;
  bool interrupted = false;
  for (const EnvironmentGroup& group : groups) {
    GroupMeasuring measuring(cases, {group, runs.size(), all}, options, context);
    if (interrupted)
      measuring.interrupt();
    else
      measuring.measure();
    for (Run& run : measuring.finish()) runs.push_back(std::move(run));
    interrupted = interrupted || (!runs.empty() && runs.back().interrupted);
  }
  return runs;
}

}  // namespace quern
