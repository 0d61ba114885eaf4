// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/count_twice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "harness/environment/elf.hpp"
#include "harness/measure/capacity.hpp"
#include "harness/measure/environment_run.hpp"
#include "harness/measure/instruction_places.hpp"
#include "harness/measure/measure_queues.hpp"
#include "harness/measure/window_files.hpp"
#include "harness/process/temporary_folder.hpp"
#include "harness/stepper/settings.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr int kUnit = 2;  // iterations of the shorter window: a step takes 20 microseconds

// Programs are started through links in the server's folder.
fs::path program_of(const ServerSpec& server) {
  fs::path name = fs::path(server.command.front()).lexically_normal();
  for (const ServerLink& link : server.links)
    if (fs::path(link.name).lexically_normal() == name) return link.target;
  return name;
}

class TwoCounts {
 public:
  TwoCounts(const std::vector<Case>& cases, const EnvironmentSpec& spec, const RunOptions& options,
            const RunContext& context)
      : options_(options), context_(context), part_(cases, {0, spec}, options, context) {}

  CountedTwice run(const fs::path& stepper) {
    sweep_temporary_folders("/tmp");
    context_.on_phase("looking at the environment");
    part_.probe();
    context_.on_phase("compiling (the first time, LibTorch's headers too)");
    make_plan();
    MeasureSummary summary;
    if (!plan_.queues.empty()) summary = count();
    CountedTwice both{part_.finish(), {}};
    both.steps.interrupted = both.callgrind.interrupted;
    if (!plan_.queues.empty() && !both.callgrind.interrupted) both.steps = step(both.callgrind, summary, stepper);
    return both;
  }

 private:
  void make_plan() {
    plan_.queues = part_.build();
    plan_.jobs = options_.jobs > 0 ? options_.jobs : usable_cores();
    plan_.pairs = options_.pairs;
    plan_.unit = kUnit;
    plan_.retries = options_.retries;
    plan_.timeout = options_.timeout;
    plan_.functions = true;
  }

  MeasureSummary count() {
    context_.on_phase("loading LibTorch under Valgrind");
    MeasureSummary summary =
        measure_queues(plan_, [this](std::size_t, CaseResult result) { part_.add(std::move(result)); });
    part_.note(summary);
    for (const Hello& hello : summary.hellos) part_.describe(hello);
    return summary;
  }

  Run step(const Run& counted, const MeasureSummary& seen, const fs::path& stepper) {
    Run run;
    run.environment = counted.environment;
    leave_out(counted);
    std::vector<CaseQueue> queues;
    std::vector<Hello> hellos;
    for (std::size_t i = 0; i < plan_.queues.size(); ++i) {
      if (plan_.queues[i].cases.empty()) continue;
      equip(plan_.queues[i].server, seen.hellos[i], stepper);
      queues.push_back(std::move(plan_.queues[i]));
      hellos.push_back(seen.hellos[i]);
    }
    plan_.queues = std::move(queues);
    if (!plan_.queues.empty()) step_all(run, hellos);
    return run;
  }

  void step_all(Run& run, const std::vector<Hello>& seen) {
    context_.on_phase("stepping");
    plan_.pairs = 1;
    const MeasureSummary summary = measure_queues(plan_, [&](std::size_t, CaseResult result) {
      if (result.failure && result.failure->kind == FailureKind::threads) result.status = Status::skipped;
      context_.on_result({0, run, result});
      run.cases.push_back(std::move(result));
    });
    for (std::size_t i = 0; i < plan_.queues.size(); ++i) require_same(seen[i], summary.hellos[i]);
    run.interrupted = summary.interrupted;
    run.stable = summary.stable;
    run.notes = summary.notes;
  }

  // Everything else about the server stays: only who counts is another.
  void equip(ServerSpec& server, const Hello& seen, const fs::path& stepper) const {
    StepperSettings settings{seen.stack, seen.cpuid, {}};
    Cache cache(default_cache_root(context_.variables), context_.on_phase);
    InstructionPlaces places(context_.runner, cache, context_.variables);
    const fs::path program = program_of(server);
    std::vector<fs::path> files = {program, program_interpreter(program)};
    files.insert(files.end(), seen.libraries.begin(), seen.libraries.end());
    for (const fs::path& file : files) {
      std::error_code error;
      const fs::path real = fs::canonical(file, error);
      if (!error) settings.places[real.string()] = places.of(real);
    }
    server.files[kStepperSettings] = to_text(settings);
    server.valgrind = stepper;
    server.one_thread = true;
  }

  // What Callgrind has no number for need not be stepped.
  void leave_out(const Run& counted) {
    const auto uncounted = [&](const PlannedCase& planned) {
      return std::none_of(counted.cases.begin(), counted.cases.end(),
                          [&](const CaseResult& result) { return result.args == planned.args && result.measurement; });
    };
    for (CaseQueue& queue : plan_.queues) std::erase_if(queue.cases, uncounted);
  }

  // At an interrupt there may be no server.
  static void require_same(const Hello& seen, const Hello& stepped) {
    if (stepped.torch_version.empty()) return;
    if (seen.stack != stepped.stack)
      throw Error(ErrorKind::environment, fmt::format("the stack begins at {:x} under Valgrind and at {:x} in steps",
                                                      seen.stack, stepped.stack));
    if (seen.cpu != stepped.cpu)
      throw Error(ErrorKind::environment,
                  fmt::format("Valgrind shows the processor '{}', the steps saw '{}'", seen.cpu, stepped.cpu));
  }

  const RunOptions& options_;
  const RunContext& context_;
  EnvironmentRun part_;
  MeasurePlan plan_;
};

}  // namespace

void require_stepping(const fs::path& stepper, ProcessRunner& runner) {
  std::error_code error;
  if (!fs::exists(stepper, error))
    throw Error(ErrorKind::environment, fmt::format("'{}' is not there", stepper.string()),
                "steps are made on x86-64 only; there, install quern whole");
  const TemporaryFolder folder("/tmp");
  const fs::path log = folder.path() / "log";
  const ChildExit exit = runner.run({stepper, {"--check"}, {}, log}, std::chrono::seconds(20));
  if (exit.how == ChildExit::How::exited && exit.code == 0) return;
  std::ifstream stream(log);
  std::string said;
  std::getline(stream, said);
  throw Error(ErrorKind::environment, said.empty() ? "single steps do not work here" : said,
              "in a container: --cap-add=SYS_PTRACE, or --security-opt seccomp=unconfined");
}

CountedTwice count_twice(const std::vector<Case>& cases, const Stepping& stepping, const RunOptions& options,
                         const RunContext& context) {
  return TwoCounts(cases, stepping.environment, options, context).run(stepping.stepper);
}

}  // namespace quern
