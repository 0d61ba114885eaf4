// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/resumed_run.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "harness/compare/differences.hpp"
#include "harness/report/text/difference_words.hpp"

namespace quern {
namespace {

using Results = std::map<std::string_view, const CaseResult*>;

Results by_id(const std::vector<CaseResult>& results) {
  Results found;
  for (const CaseResult& result : results) found[result.args->id] = &result;
  return found;
}

void require_same_definition(const CaseResult& stored, const Case& args) {
  if (stored.args->definition_hash != args.definition_hash)
    throw Error(ErrorKind::usage, fmt::format("the definition of '{}' has changed since that run", args.id),
                "start a new run");
}

// Each part knows only what its own servers loaded: what one of them does not say is no difference.
std::string difference(const Fingerprint& stored, const Fingerprint& fresh) {
  for (const Difference& found : differences(stored, fresh))
    if (found.known()) return fmt::format("{}: {}, now {}", what_text(found), a_text(found), b_text(found));
  return {};
}

Fingerprint joined_environments(const Fingerprint& stored, Fingerprint fresh) {
  std::set<std::string> files;
  for (const Library& library : fresh.libraries) files.insert(library.file);
  for (const Library& library : stored.libraries)
    if (files.insert(library.file).second) fresh.libraries.push_back(library);
  if (fresh.python.empty()) fresh.python = stored.python;
  if (fresh.flags.empty()) fresh.flags = stored.flags;
  if (fresh.build.empty()) fresh.build = stored.build;
  if (fresh.guest_cpu.empty()) fresh.guest_cpu = stored.guest_cpu;
  if (!fresh.torch_git) fresh.torch_git = stored.torch_git;
  return fresh;
}

}  // namespace

ResumedRun::ResumedRun(StoredRun stored, const std::vector<Case>& suite) : stored_(std::move(stored)), suite_(suite) {
  Results known = by_id(stored_.run.cases);
  for (const Case& args : suite) {
    const auto found = known.find(args.id);
    if (found == known.end()) {
      left_.push_back(args);
      continue;
    }
    require_same_definition(*found->second, args);
    known.erase(found);
  }
  if (!known.empty())
    throw Error(ErrorKind::usage,
                fmt::format("that run has the case '{}', which is not selected now", known.begin()->first),
                "give the same SUITE and the same options that select cases");
}

std::vector<CaseResult> ResumedRun::in_order(const std::vector<CaseResult>& fresh) const {
  Results known = by_id(stored_.run.cases);
  known.merge(by_id(fresh));
  std::vector<CaseResult> results;
  for (const Case& args : suite_) {
    const auto found = known.find(args.id);
    if (found == known.end()) continue;  // interrupted again
    results.push_back(*found->second);
    results.back().args = &args;
  }
  return results;
}

Run ResumedRun::whole(const RunSelection& selection) const {
  Run run = stored_.run;
  run.selection = selection;
  run.interrupted = false;
  run.cases = in_order({});
  return run;
}

Run ResumedRun::joined(Run fresh) const {
  const Run& earlier = stored_.run;
  if (const std::string reason = difference(earlier.environment, fresh.environment); !reason.empty())
    throw Error(ErrorKind::environment,
                fmt::format("the run cannot go on: its environment is another one now ({})", reason),
                "start a new run");
  fresh.environment = joined_environments(earlier.environment, std::move(fresh.environment));
  fresh.cases = in_order(fresh.cases);
  fresh.started = earlier.started;
  fresh.duration_s += earlier.duration_s;
  fresh.stable = fresh.stable && earlier.stable;
  return fresh;
}

}  // namespace quern
