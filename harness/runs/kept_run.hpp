// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <vector>

#include "harness/runs/measure_runs.hpp"
#include "harness/runs/resumed_run.hpp"
#include "harness/runs/run_saver.hpp"

namespace quern {

/// A run that is kept in the store, case by case as it is measured: a new one, or one that goes on.
class KeptRun {
 public:
  /// `suite` must outlive it. Throws Error(usage or environment) before anything is measured.
  KeptRun(const std::vector<Case>& suite, const MeasuringOptions& options, const std::filesystem::path& store);

  /// Measures, and returns the whole run, with what was stored of it before.
  const Run& measure(const EnvironmentSpec& environment, Streams streams);

  /// Says on `err` where the run is kept. Throws Error(environment) if it could not be kept.
  void finish(std::ostream& err);

 private:
  void measure_usual(const EnvironmentSpec& environment, Streams streams);
  void join();

  const std::vector<Case>& suite_;
  MeasuringOptions options_;
  RunSaver saver_;
  std::optional<std::int64_t> earlier_;
  std::unique_ptr<ResumedRun> resumed_;
  Run run_;
  std::exception_ptr not_joined_;
};

}  // namespace quern
