// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/kept_run.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "base/printable.hpp"

namespace quern {
namespace {

StoredRun load_from(const RunStore& store, std::int64_t run) {
  return run_of(store.document(run), fmt::format("run {}", run));
}

}  // namespace

KeptRun::KeptRun(const std::vector<Case>& suite, const MeasuringOptions& options, const std::filesystem::path& store)
    : suite_(suite), options_(options), saver_(suite, {store, options.save}) {
  options_.run.functions = true;  // so that a check can name who moved a count
  options_.run.expected_s = saver_.store().durations();
  if (options.resume.empty()) return;
  earlier_ = saver_.store().require(options.resume);
  resumed_ = std::make_unique<ResumedRun>(load_from(saver_.store(), *earlier_), suite);
}

const Run& KeptRun::measure(const EnvironmentSpec& environment, Streams streams) {
  measure_usual(environment, streams);
  if ((options_.layouts > 1 || environment.layout != 0) && !run_.interrupted) {
    measure_elsewhere(run_, {suite_, {{environment}}}, options_, streams);
    if (!resumed_ || not_joined_) saver_.replace_cases(run_);
  }
  return run_;
}

void KeptRun::measure_usual(const EnvironmentSpec& environment, Streams streams) {
  if (resumed_ && resumed_->left().empty()) {
    run_ = resumed_->whole(options_.run.selection);
    return;
  }
  Work work{resumed_ ? resumed_->left() : suite_, {{environment}}};
  work.on_case = [this](const CaseDone& done) { saver_.add(done.run, done.result); };
  run_ = std::move(measure_runs(work, options_, streams).front());
  if (resumed_) join();
}

// Two halves of different environments are no run: then the new half is one of its own.
void KeptRun::join() {
  try {
    run_ = resumed_->joined(run_);
  } catch (const Error&) {
    not_joined_ = std::current_exception();
  }
}

void KeptRun::finish(std::ostream& err) {
  const bool joins = earlier_ && !not_joined_;
  if (joins) saver_.join(*earlier_, run_);
  const std::int64_t id = joins ? *earlier_ : saver_.finish(run_);
  fmt::print(err, "quern: kept as run {}{}\n", id,
             options_.save.empty() ? "" : fmt::format(" ({})", printable(options_.save)));
  if (not_joined_) std::rethrow_exception(not_joined_);
}

}  // namespace quern
