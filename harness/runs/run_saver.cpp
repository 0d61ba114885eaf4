// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/run_saver.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "harness/model/run_json.hpp"

namespace quern {

RunSaver::RunSaver(const std::vector<Case>& suite, Target target)
    : target_(std::move(target)), store_(target_.store, RunStore::Mode::write) {
  if (!target_.name.empty()) check_run_name(target_.name);  // not after minutes of measuring
  for (std::size_t i = 0; i < suite.size(); ++i) positions_[suite[i].id] = i;
}

void RunSaver::store_case(std::int64_t run, const CaseResult& result) {
  store_.add_case(run, positions_.at(result.args->id), case_json(result));
}

void RunSaver::add(const Run& run, const CaseResult& result) {
  if (failed_) return;
  try {
    if (!run_) run_ = store_.begin(run_header(run, QUERN_VERSION));
    store_case(*run_, result);
  } catch (const Error&) {
    failed_ = std::current_exception();
  }
}

void RunSaver::replace_cases(const Run& run) {
  if (failed_ || !run_) return;
  try {
    for (const CaseResult& result : run.cases) store_case(*run_, result);
  } catch (const Error&) {
    failed_ = std::current_exception();
  }
}

void RunSaver::close(std::int64_t id, const Run& run) {
  store_.finish(id, run_header(run, QUERN_VERSION));
  if (!target_.name.empty()) store_.name(id, target_.name);
}

std::int64_t RunSaver::finish(const Run& run) {
  if (failed_) std::rethrow_exception(failed_);
  if (!run_) run_ = store_.begin(run_header(run, QUERN_VERSION));
  close(*run_, run);
  return *run_;
}

void RunSaver::join(std::int64_t earlier, const Run& whole) {
  if (failed_) std::rethrow_exception(failed_);
  for (const CaseResult& result : whole.cases) store_case(earlier, result);
  close(earlier, whole);
  if (run_) store_.remove({*run_});
}

}  // namespace quern
