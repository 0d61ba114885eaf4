// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "harness/build/cache.hpp"
#include "harness/environment/environment.hpp"
#include "harness/environment/environment_spec.hpp"
#include "harness/measure/measure_queues.hpp"
#include "harness/measure/queue_builder.hpp"
#include "harness/measure/run_options.hpp"

namespace quern {

/// Which of the environments of a run, and how to get there.
struct EnvironmentPart {
  std::size_t number = 0;
  const EnvironmentSpec& spec;
};

/// One environment's part of a run: what it has, what is built for it, and its results as they come.
class EnvironmentRun {
 public:
  /// What it is given must outlive it.
  EnvironmentRun(const std::vector<Case>& cases, const EnvironmentPart& part, const RunOptions& options,
                 const RunContext& context);

  /// Probes the environment, and skips the cases that it cannot measure. Throws Error(environment).
  void probe();
  /// Compiles the cases, and plans their queues.
  std::vector<CaseQueue> build();
  void add(CaseResult result);
  /// What the servers of one of its queues found.
  void describe(const Hello& hello);
  void note(const MeasureSummary& summary);
  void interrupt() { run_.interrupted = true; }
  /// To be called when everything is measured. Throws Error(environment) if no case has a number and none failed by its
  /// own fault.
  void require_measured() const;

  [[nodiscard]] const std::string& name() const { return spec_.name; }
  /// Known once it was probed.
  [[nodiscard]] InstallationKind installation() const { return environment_.installation; }
  [[nodiscard]] const Environment& environment() const { return environment_; }
  /// Results in the order of the suite.
  Run finish();

 private:
  void describe_probed();
  void classify();
  void require_one() const;

  const std::vector<Case>& cases_;
  const EnvironmentSpec& spec_;
  std::size_t number_;
  const RunOptions& options_;
  const RunContext& context_;
  Cache cache_;
  Environment environment_;
  std::unique_ptr<QueueBuilder> builder_;
  std::vector<const Case*> selected_;
  std::set<std::string> libraries_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Run run_;
};

}  // namespace quern
