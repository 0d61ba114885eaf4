// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/run_suite.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <optional>
#include <utility>

#include "expand/version_range.hpp"
#include "harness/build/batch.hpp"
#include "harness/build/cache.hpp"
#include "harness/build/toolchain.hpp"
#include "harness/environment/elf.hpp"
#include "harness/environment/environment.hpp"
#include "harness/measure/measure.hpp"
#include "harness/measure/pinned.hpp"
#include "harness/measure/resources.hpp"
#include "harness/measure/sentries.hpp"
#include "worker/protocol/error.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

bool wants(const RunOptions& options, const std::string& metric) {
  return std::find(options.metrics.begin(), options.metrics.end(), metric) != options.metrics.end();
}

std::string now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

/// Why a case is not measured in this environment, if it is not.
std::optional<Failure> reason_to_skip(const TimerArgs& args, const Version& torch) {
  const std::string where = to_string(args.definition);
  for (const std::string& requirement : args.requires_) {
    if (requirement == "cuda") return Failure{"requires", "needs CUDA, which is not measured yet", where, ""};
    if (!parse_version_range(requirement)->contains(torch))
      return Failure{"requires", fmt::format("needs torch {}", requirement), where, ""};
  }
  if (args.language == Language::python) return Failure{"unsupported", "Python cases are not measured yet", where, ""};
  if (args.model) return Failure{"unsupported", "TorchScript cases are not measured yet", where, ""};
  return std::nullopt;
}

fs::path find_mimalloc() {
  for (const char* folder :
       {"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/local/lib"}) {
    std::error_code ignored;
    if (fs::exists(fs::path(folder) / "libmimalloc.so.2", ignored)) return fs::path(folder) / "libmimalloc.so.2";
  }
  throw Error(ErrorKind::environment, "mimalloc not found", "apt-get install libmimalloc2.0");
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
    context_.on_phase("looking at the environment");
    environment_ = probe_environment(context_.runner, context_.variables, {options_.cxx});
    describe();
    classify();
    if (!selected_.empty()) build_and_measure();
  }

  void classify() {
    const Version version = parse_version(environment_.torch.version).value_or(Version{});
    for (const TimerArgs& args : cases_) {
      if (std::optional<Failure> reason = reason_to_skip(args, version))
        add({&args, Status::skipped, {}, std::move(reason), 0});
      else
        selected_.push_back(&args);
    }
  }

  void build_and_measure() {
    context_.on_phase("compiling (the first time, LibTorch's headers too)");
    Toolchain toolchain({context_.runner, cache_, environment_, context_.sources});
    const std::vector<TimerArgs> sentries = sentry_cases();
    std::vector<const TimerArgs*> sentry_pointers;
    sentry_pointers.reserve(sentries.size());
    for (const TimerArgs& sentry : sentries) sentry_pointers.push_back(&sentry);
    const Batch watch = build_batch(sentry_pointers, toolchain, cache_);
    const Batch batch = build_batch(selected_, toolchain, cache_);

    MeasurePlan plan = make_plan(toolchain, watch, batch);
    for (const TimerArgs& sentry : sentries) plan.sentries.push_back({&sentry, snippet_symbol(sentry)});
    plan_cases(batch, plan);
    run_.environment.flags = toolchain.flags();
    if (!plan.cases.empty()) measure_all(plan);
    cache_.shrink(options_.cache_bytes);
  }

  MeasurePlan make_plan(const Toolchain& toolchain, const Batch& watch, const Batch& batch) const {
    MeasurePlan plan;
    plan.server = {environment_.valgrind.program,
                   toolchain.server(),
                   environment_.torch.libraries,
                   preload(toolchain),
                   watch.objects,
                   options_.isolation,
                   wants(options_, "cache"),
                   wants(options_, "branch")};
    plan.server.objects.insert(plan.server.objects.end(), batch.objects.begin(), batch.objects.end());
    plan.jobs = options_.jobs > 0 ? options_.jobs : usable_cores();
    plan.pairs = options_.pairs;
    plan.retries = options_.retries;
    plan.timeout = options_.timeout;
    return plan;
  }

  [[nodiscard]] fs::path preload(const Toolchain& toolchain) const {
    if (options_.allocator == "system") return {};
    return options_.allocator == "mimalloc" ? find_mimalloc() : toolchain.allocator();
  }

  void plan_cases(const Batch& batch, MeasurePlan& plan) {
    for (const TimerArgs* args : selected_) {
      const std::string symbol = snippet_symbol(*args);
      if (const auto failed = batch.failures.find(symbol); failed != batch.failures.end())
        add({args, Status::failed, {}, failed->second, 0});
      else
        plan.cases.push_back({args, symbol});
    }
    // Threads and large inputs take longest; the number of threads is what we know before we have run it once.
    std::stable_sort(plan.cases.begin(), plan.cases.end(), [](const PlannedCase& a, const PlannedCase& b) {
      return a.args->num_threads > b.args->num_threads;
    });
  }

  void measure_all(const MeasurePlan& plan) {
    context_.on_phase("loading LibTorch under Valgrind");
    const MeasureSummary summary = measure(plan, [this](CaseResult result) { add(std::move(result)); });
    run_.interrupted = summary.interrupted;
    run_.stable = summary.stable;
    for (const std::string& note : summary.notes) context_.on_phase("unstable: " + note);
    run_.environment.build = summary.hello.config;
    run_.environment.guest_cpu = summary.hello.cpu;
    for (const std::string& file : summary.hello.libraries)
      run_.environment.libraries.push_back({fs::path(file).filename().string(), build_id(file)});
  }

  void describe() {
    Fingerprint& fingerprint = run_.environment;
    fingerprint.name = environment_.name;
    fingerprint.source = environment_.source;
    fingerprint.torch_version = environment_.torch.version;
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
  Run run_;
};

}  // namespace

Run run_suite(const std::vector<TimerArgs>& cases, const RunOptions& options, const RunContext& context) {
  return SuiteRunner(cases, options, context).run();
}

}  // namespace quern
