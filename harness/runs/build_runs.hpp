// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/streams.hpp"
#include "expand/case/case.hpp"
#include "harness/model/run.hpp"
#include "harness/runs/build_source.hpp"
#include "harness/runs/measure_runs.hpp"
#include "harness/store/run_store.hpp"

namespace quern {

/// What measures and tells builds apart: real ones, or those of a test.
struct BuildTools {
  /// As build_key() does.
  std::function<std::string(const EnvironmentSpec& spec)> key_of;
  /// The key of a build that is known by its identity.
  std::function<std::string(const std::string& identity)> key_of_identity;
  /// As measure_runs() does, for one environment.
  std::function<Run(const Work& work, const MeasuringOptions& options)> measure;
};

/// The real ones.
BuildTools real_build_tools(const MeasuringOptions& options, Streams streams);

/// What became of a build.
struct BuildRun {
  std::optional<Run> run;                 // refers to the suite; nothing if the build failed altogether
  std::string failure = {};               // why it did
  bool interrupted = false;               // the run may lack cases, or there is none
  std::size_t measured = 0;               // how many of its cases were measured now; the others were in the store
  std::vector<std::int64_t> stored = {};  // the runs in the store that it is made of, the oldest first
};

/// Runs of one suite on builds. What the store has of a build is taken from there: of an equal build (build_key.hpp),
/// equal definitions, a stable run. What is measured is in the store at once, case by case.
class BuildRuns {
 public:
  struct Options {
    MeasuringOptions measuring;
    std::filesystem::path store;
    bool fresh = false;  // measure whatever the store has
  };

  /// `suite` must outlive it and its runs. Throws Error(environment) if the store cannot be written.
  BuildRuns(const std::vector<Case>& suite, Options options, BuildTools tools);

  /// Opens a build, measures what the store lacks, and closes it. Never throws Error(environment) or
  /// Error(interrupted): what goes wrong with a build is its own matter.
  BuildRun run_of(const BuildSource& source, std::size_t build);

  /// Whether nothing of a build has to be measured, as far as that is known without opening it.
  [[nodiscard]] bool is_stored(const BuildSource& source, std::size_t build) const;

  /// The store, to name what is kept.
  [[nodiscard]] RunStore& store() { return store_; }

 private:
  /// What the store has of a build.
  struct Known {
    std::vector<CaseResult> results;
    std::vector<std::int64_t> runs;
    Fingerprint environment;  // of the newest run
  };

  BuildRun try_run(const BuildSource& source, std::size_t build);
  BuildRun measured_run(const EnvironmentSpec& spec, const std::string& key, bool by_identity);
  [[nodiscard]] Known known_of(const std::string& key, bool by_identity) const;
  void add_known(const Run& run, std::int64_t id, Known& known) const;
  [[nodiscard]] BuildRun whole_run(Known known) const;
  Run measure_cases(const std::vector<Case>& cases, const EnvironmentSpec& spec, const std::string& key,
                    std::int64_t& id);
  void put_in_order(std::vector<CaseResult>& results) const;

  const std::vector<Case>& suite_;
  Options options_;
  BuildTools tools_;
  RunStore store_;
};

}  // namespace quern
