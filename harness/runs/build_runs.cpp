// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/build_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "harness/compare/differences.hpp"
#include "harness/model/run_reader.hpp"
#include "harness/process/interrupt.hpp"
#include "harness/process/process_runner.hpp"
#include "harness/runs/build_key.hpp"
#include "harness/runs/own_files.hpp"
#include "harness/runs/run_saver.hpp"

namespace quern {
namespace {

// A number is an answer, and so is a failure that the case or its build is to blame for. What broke around it is tried
// again: it may have been repaired.
bool is_an_answer(const CaseResult& result) {
  if (result.measurement) return true;
  if (!result.failure) return false;
  switch (result.failure->kind) {
    case FailureKind::timeout:
    case FailureKind::server:
    case FailureKind::environment:
    case FailureKind::missing:
    case FailureKind::newer:
      return false;
    default:
      return true;
  }
}

// The servers never came up: not the fault of a case.
std::string lost_altogether(const Run& run) {
  if (run.interrupted || run.cases.empty()) return {};
  const CaseResult* lost = nullptr;
  for (const CaseResult& result : run.cases) {
    if (result.measurement) return {};
    const bool by_server = result.failure && result.failure->kind == FailureKind::server;
    if (result.status == Status::failed && !by_server) return {};
    if (by_server) lost = &result;
  }
  return lost == nullptr ? "" : lost->failure->message;
}

bool is_same_environment(const Fingerprint& stored, const Fingerprint& fresh) {
  for (const Difference& difference : differences(stored, fresh))
    if (difference.known()) return false;
  return true;
}

}  // namespace

BuildTools real_build_tools(const MeasuringOptions& options, Streams streams) {
  // Held by the functions that use it.
  const std::shared_ptr<ProcessRunner> runner = make_process_runner();
  const auto with_context = [runner](const auto& subject, const MeasuringOptions& how) {
    return build_key(KeyContext{*runner, current_environment(), resource_folder()}, subject, how);
  };
  BuildTools tools;
  tools.key_of = [=](const EnvironmentSpec& spec) { return with_context(spec, options); };
  tools.key_of_identity = [=](const std::string& identity) { return with_context(identity, options); };
  tools.measure = [streams](const Work& work, const MeasuringOptions& how) {
    return std::move(measure_runs(work, how, streams).front());
  };
  return tools;
}

BuildRuns::BuildRuns(const std::vector<Case>& suite, Options options, BuildTools tools)
    : suite_(suite),
      options_(std::move(options)),
      tools_(std::move(tools)),
      store_(options_.store, RunStore::Mode::write) {
  options_.measuring.run.functions = true;  // so that a step can be explained
  options_.measuring.run.expected_s = store_.durations();
}

BuildRun BuildRuns::run_of(const BuildSource& source, std::size_t build) {
  BuildRun result;
  try {
    result = try_run(source, build);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::environment && error.kind() != ErrorKind::interrupted) throw;
    result.interrupted = error.kind() == ErrorKind::interrupted;
    result.failure = error.what();
  }
  if (result.run && result.failure.empty()) result.failure = lost_altogether(*result.run);
  if (!result.failure.empty()) result.run.reset();
  return result;
}

bool BuildRuns::is_stored(const BuildSource& source, std::size_t build) const {
  const std::string identity = source.identity && !options_.fresh ? source.identity(build) : "";
  return !identity.empty() && known_of(tools_.key_of_identity(identity), true).results.size() == suite_.size();
}

BuildRun BuildRuns::try_run(const BuildSource& source, std::size_t build) {
  const std::string identity = source.identity ? source.identity(build) : "";
  if (!identity.empty() && !options_.fresh) {
    Known known = known_of(tools_.key_of_identity(identity), true);
    if (known.results.size() == suite_.size()) return whole_run(std::move(known));
  }
  const EnvironmentSpec spec = source.open(build);
  const auto close = [&] {
    if (source.close) source.close(build);
  };
  try {
    const std::string key = identity.empty() ? tools_.key_of(spec) : tools_.key_of_identity(identity);
    BuildRun result = measured_run(spec, key, !identity.empty());
    close();
    return result;
  } catch (const Error&) {
    close();
    throw;
  }
}

BuildRun BuildRuns::measured_run(const EnvironmentSpec& spec, const std::string& key, bool by_identity) {
  Known known = options_.fresh ? Known{} : known_of(key, by_identity);
  if (known.results.size() == suite_.size()) return whole_run(std::move(known));
  std::set<std::string_view> ids;
  for (const CaseResult& result : known.results) ids.insert(result.args->id);
  std::vector<Case> left;
  for (const Case& args : suite_)
    if (!ids.contains(args.id)) left.push_back(args);

  std::int64_t id = 0;
  Run run = measure_cases(left, spec, key, id);
  // A library that no key covers is another one now: two halves of different environments are no run.
  if (!known.results.empty() && !run.interrupted && !is_same_environment(known.environment, run.environment)) {
    known = {};
    run = measure_cases(suite_, spec, key, id);
  }
  BuildRun result;
  result.measured = run.cases.size();
  result.interrupted = run.interrupted;
  result.stored = known.runs;
  result.stored.push_back(id);
  run.cases.insert(run.cases.end(), known.results.begin(), known.results.end());
  put_in_order(run.cases);
  result.run = std::move(run);
  return result;
}

Run BuildRuns::measure_cases(const std::vector<Case>& cases, const EnvironmentSpec& spec, const std::string& key,
                             std::int64_t& id) {
  MeasuringOptions measuring = options_.measuring;
  measuring.run.build_key = key;
  RunSaver saver(cases, {options_.store, ""});
  Work work{cases, {{spec}}};
  work.on_case = [&](const CaseDone& done) { saver.add(done.run, done.result); };
  Run run = tools_.measure(work, measuring);
  id = saver.finish(run);
  put_in_order(run.cases);  // and let them refer to the suite: `cases` may not live as long
  return run;
}

BuildRuns::Known BuildRuns::known_of(const std::string& key, bool by_identity) const {
  Known known;
  for (const std::int64_t id : store_.of_build(key)) {
    const StoredRun stored = quern::run_of(store_.document(id), fmt::format("run {}", id));
    const bool same = known.runs.empty() ? libraries_are_there(stored.run.environment, by_identity)
                                         : is_same_environment(stored.run.environment, known.environment);
    if (stored.run.stable && same) add_known(stored.run, id, known);
  }
  std::reverse(known.runs.begin(), known.runs.end());
  put_in_order(known.results);
  return known;
}

void BuildRuns::add_known(const Run& run, std::int64_t id, Known& known) const {
  std::set<std::string> ids;
  for (const CaseResult& result : known.results) ids.insert(result.args->id);
  std::map<std::string_view, const Case*> suite;
  for (const Case& args : suite_) suite[args.id] = &args;
  bool used = false;
  for (const CaseResult& result : run.cases) {
    const auto found = suite.find(result.args->id);
    if (found == suite.end() || found->second->definition_hash != result.args->definition_hash) continue;
    if (!is_an_answer(result) || !ids.insert(result.args->id).second) continue;
    known.results.push_back(result);
    known.results.back().args = found->second;
    used = true;
  }
  if (!used) return;
  if (known.runs.empty()) known.environment = run.environment;
  if (known.environment.python.empty()) known.environment.python = run.environment.python;
  known.runs.push_back(id);
}

BuildRun BuildRuns::whole_run(Known known) const {
  BuildRun result;
  result.stored = std::move(known.runs);
  result.run.emplace();
  result.run->environment = std::move(known.environment);
  result.run->cases = std::move(known.results);
  return result;
}

void BuildRuns::put_in_order(std::vector<CaseResult>& results) const {
  std::map<std::string_view, const Case*> suite;
  for (const Case& args : suite_) suite[args.id] = &args;
  for (CaseResult& result : results) result.args = suite.at(result.args->id);
  std::sort(results.begin(), results.end(),
            [](const CaseResult& a, const CaseResult& b) { return std::less<>()(a.args, b.args); });
}

}  // namespace quern
