// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/run_suite.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <optional>
#include <set>
#include <utility>

#include "expand/version_range.hpp"
#include "harness/build/cache.hpp"
#include "harness/environment/elf.hpp"
#include "harness/environment/environment.hpp"
#include "harness/measure/crews.hpp"
#include "harness/measure/measure.hpp"
#include "harness/measure/pinned.hpp"
#include "harness/measure/resources.hpp"
#include "harness/process/temporary_folder.hpp"
#include "worker/protocol/error.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

bool wants(const RunOptions& options, const std::string& metric) {
  return std::find(options.metrics.begin(), options.metrics.end(), metric) != options.metrics.end();
}

std::string now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

/// Why a case is not measured in this environment, if it is not.
std::optional<Failure> reason_to_skip(const TimerArgs& args, const Environment& environment) {
  const std::string where = to_string(args.definition);
  const bool cpp = args.language == Language::cpp;
  if (cpp && !environment.no_cpp.empty())
    return Failure{"environment", fmt::format("no LibTorch for C++: {}", environment.no_cpp), where, ""};
  if (!cpp && !environment.python)
    return Failure{"environment", "no Python here has the torch to be measured", where, ""};
  const std::string& found = cpp ? environment.torch.version : environment.python->version;
  const Version torch = parse_version(found).value_or(Version{});
  for (const std::string& requirement : args.requires_) {
    if (requirement == "cuda") return Failure{"requires", "needs CUDA, which is not measured yet", where, ""};
    if (!parse_version_range(requirement)->contains(torch))
      return Failure{"requires", fmt::format("needs torch {}", requirement), where, ""};
  }
  return std::nullopt;
}

class SuiteRunner {
 public:
  SuiteRunner(const std::vector<TimerArgs>& cases, const RunOptions& options, const RunContext& context)
      : cases_(cases), options_(options), context_(context), cache_(default_cache_root(context.variables)) {}

  Run run() {
    const auto start = std::chrono::steady_clock::now();
    run_.started = now();
    try {
      probe_and_measure();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::interrupted) throw;
      run_.interrupted = true;  // before the first case was measured: a document that says so is still owed
    }
    in_order();
    run_.duration_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(run_);
  }

 private:
  void probe_and_measure() {
    sweep_temporary_folders("/tmp");  // where servers live: one that was killed leaves megabytes
    context_.on_phase("looking at the environment");
    environment_ = probe_environment(context_.runner, context_.variables, {options_.cxx});
    describe();
    classify();
    if (!selected_.empty()) build_and_measure();
  }

  void classify() {
    for (const TimerArgs& args : cases_) {
      if (std::optional<Failure> reason = reason_to_skip(args, environment_))
        add({&args, Status::skipped, {}, std::move(reason), 0});
      else
        selected_.push_back(&args);
    }
    require_one();
  }

  // A run in which the environment has nothing for any case would look like a success.
  void require_one() const {
    const auto lacks = [](const CaseResult& result) { return result.failure && result.failure->kind == "environment"; };
    if (selected_.empty() && !run_.cases.empty() && std::all_of(run_.cases.begin(), run_.cases.end(), lacks))
      throw Error(ErrorKind::environment, run_.cases.front().failure->message,
                  "'quern doctor' tells what there is and what is missing");
  }

  void build_and_measure() {
    context_.on_phase("compiling (the first time, LibTorch's headers too)");
    CrewBuilder builder(
        {environment_, options_, context_, cache_, [this](CaseResult result) { add(std::move(result)); }});
    MeasurePlan plan;
    plan.crews = builder.build(selected_);
    plan.jobs = options_.jobs > 0 ? options_.jobs : usable_cores();
    plan.pairs = options_.pairs;
    plan.retries = options_.retries;
    plan.timeout = options_.timeout;
    run_.environment.flags = builder.flags();
    if (!plan.crews.empty()) measure_all(plan);
    cache_.shrink(options_.cache_bytes);
  }

  void measure_all(const MeasurePlan& plan) {
    context_.on_phase("loading LibTorch under Valgrind");
    const MeasureSummary summary = measure(plan, [this](CaseResult result) { add(std::move(result)); });
    run_.interrupted = summary.interrupted;
    run_.stable = summary.stable;
    for (const std::string& note : summary.notes) context_.on_phase("unstable: " + note);
    for (const Hello& hello : summary.hellos) describe(hello);
  }

  // What the servers found; those of two languages load the same libraries, and each some of its own.
  void describe(const Hello& hello) {
    if (hello.torch_version.empty()) return;
    Fingerprint& fingerprint = run_.environment;
    fingerprint.build = hello.config;
    fingerprint.guest_cpu = hello.cpu;
    if (!hello.python.empty()) fingerprint.python = hello.python;
    if (!hello.git.empty()) fingerprint.torch_git = hello.git;
    for (const std::string& file : hello.libraries)
      if (libraries_.insert(file).second)
        fingerprint.libraries.push_back({fs::path(file).filename().string(), build_id(file)});
  }

  void describe() {
    Fingerprint& fingerprint = run_.environment;
    fingerprint.name = environment_.name;
    fingerprint.source = environment_.source;
    fingerprint.torch_version = environment_.no_cpp.empty() ? environment_.torch.version : environment_.python->version;
    fingerprint.cxx11_abi = environment_.torch.cxx11_abi;
    fingerprint.compiler = environment_.cxx.name();
    fingerprint.valgrind = environment_.valgrind.version;
    fingerprint.glibc = environment_.glibc;
    fingerprint.allocator = options_.allocator;
    fingerprint.pinned = pinned_settings();
  }

  void add(CaseResult result) {
    if (!wants(options_, "alloc") && result.measurement)
      for (const char* name : {"alloc_count", "alloc_bytes"}) result.measurement->metrics.erase(name);
    context_.on_result(result);
    run_.cases.push_back(std::move(result));
  }

  // Results came as they were done; people and documents want the suite's order.
  void in_order() {
    const TimerArgs* const first = cases_.data();
    std::sort(run_.cases.begin(), run_.cases.end(),
              [first](const CaseResult& a, const CaseResult& b) { return a.args - first < b.args - first; });
  }

  const std::vector<TimerArgs>& cases_;
  const RunOptions& options_;
  const RunContext& context_;
  Cache cache_;
  Environment environment_;
  std::vector<const TimerArgs*> selected_;
  std::set<std::string> libraries_;
  Run run_;
};

}  // namespace

Run run_suite(const std::vector<TimerArgs>& cases, const RunOptions& options, const RunContext& context) {
  return SuiteRunner(cases, options, context).run();
}

}  // namespace quern
