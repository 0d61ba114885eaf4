// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/check_sides.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "harness/model/layouts.hpp"
#include "harness/runs/run_saver.hpp"
#include "harness/runs/run_source.hpp"

namespace quern {

CheckSides::CheckSides(Options options) : options_(std::move(options)) {
  if (!options_.measuring.save.empty() && !options_.head.is_measured())
    throw Error(ErrorKind::usage, "--save keeps the head that is measured, and this head is a run that was measured",
                "'quern runs tag RUN NAME' gives a stored run another name");
  select_cases();
  stored_.reserve(2);  // runs refer to their cases
  if (!options_.base.is_measured()) base_ = load(options_.base);
  if (options_.head.is_measured()) return;
  head_ = load(options_.head);
  // A base that was measured with what narrows this head down, too, has left nothing out.
  const RunSelection narrowing = recorded(options_.selection);
  head_.selection = head_.selection ? head_.selection->narrowed_by(narrowing) : narrowing;
}

void CheckSides::select_cases() {
  if (measures()) {
    cases_ = load_cases(options_.selection);
    for (const Case& args : cases_) left_out_.insert(args.id);
    cases_ = select(std::move(cases_), options_.selection);
    for (const Case& args : cases_) left_out_.erase(args.id);
  } else if (!options_.selection.suites.empty() || !options_.selection.shard.empty()) {
    throw Error(ErrorKind::usage, "SUITE and --shard say what to measure, and both sides are runs that were measured",
                "leave them out, or narrow the check down by --filter");
  }
}

// Without the cases that the options leave out. One that nobody defines any more stays: it has disappeared.
Run CheckSides::load(const SideSource& source) {
  StoredRun& stored = stored_.emplace_back(load_run(source.text, options_.store));
  const auto kept = selector(options_.selection);
  std::erase_if(stored.run.cases,
                [&](const CaseResult& result) { return left_out_.contains(result.args->id) || !kept(*result.args); });
  return stored.run;
}

std::vector<EnvironmentSpec> CheckSides::environments() const {
  std::vector<EnvironmentSpec> environments;
  for (const SideSource* side : {&options_.base, &options_.head})
    if (side->is_measured()) environments.push_back(*side->environment);
  return environments;
}

void CheckSides::measure(Streams streams) {
  if (!measures()) return;
  Work work{cases_, {environments()}};
  std::optional<RunSaver> saver;
  if (!options_.measuring.save.empty()) {
    saver.emplace(cases_, RunSaver::Target{options_.store, options_.measuring.save});
    work.on_case = [&, head = work.groups.front().size() - 1](const CaseDone& done) {
      if (done.environment == head) saver->add(done.run, done.result);
    };
  }
  std::vector<Run> runs = measure_runs(work, options_.measuring, streams);
  if (options_.base.is_measured()) base_ = std::move(runs.front());
  if (options_.head.is_measured()) head_ = std::move(runs.back());
  if (saver) saver->finish(head_);
}

std::vector<Elsewhere> CheckSides::measure_elsewhere(const std::set<std::string>& ids, Streams streams) {
  std::vector<Elsewhere> elsewhere;
  if (!measures()) return elsewhere;
  again_ = cases_;
  std::erase_if(again_, [&](const Case& args) { return !ids.contains(args.id); });
  int layout = 0;
  for (std::vector<Run>& runs : measure_layouts({again_, {environments()}}, options_.measuring, streams)) {
    ++layout;
    const Both& both =
        elsewhere_.emplace_back(Both{options_.base.is_measured() ? std::move(runs.front()) : in_layout(base_, layout),
                                     options_.head.is_measured() ? std::move(runs.back()) : in_layout(head_, layout)});
    elsewhere.push_back({layout, &both.base, &both.head});
  }
  return elsewhere;
}

bool CheckSides::interrupted() const {
  // A stored run may have been interrupted long ago: that is a matter for the judgement.
  const auto now = [this](const Run& base, const Run& head) {
    return (options_.base.is_measured() && base.interrupted) || (options_.head.is_measured() && head.interrupted);
  };
  return now(base_, head_) ||
         std::any_of(elsewhere_.begin(), elsewhere_.end(), [&](const Both& both) { return now(both.base, both.head); });
}

}  // namespace quern
