// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/build/batch.hpp"
#include "harness/build/cache.hpp"
#include "harness/build/derived_models.hpp"
#include "harness/build/worker_libraries.hpp"
#include "harness/environment/environment.hpp"
#include "harness/measure/plan.hpp"
#include "harness/measure/run_options.hpp"
#include "harness/measure/sentries.hpp"

namespace quern {

/// Builds what an environment needs to measure some cases. Holds the cache entries as long as it lives.
class QueueBuilder {
 public:
  struct Parts {
    const Environment& environment;
    const RunOptions& options;
    const RunContext& context;
    Cache& cache;
    std::function<void(CaseResult)> on_result;  // of cases that cannot be built
    int layout = 0;
  };

  /// Throws Error(environment) if the allocator that the options name is not here.
  explicit QueueBuilder(const Parts& parts);
  ~QueueBuilder();

  /// A queue for each kind of server that has cases left. `cases` must outlive the queues.
  std::vector<CaseQueue> build(const std::vector<const Case*>& cases);

  /// Flags of the C++ snippets; empty without any.
  [[nodiscard]] std::string flags() const;
  /// What makes snippets.so of snippets.cpp, the source of one case; nothing without C++ cases.
  [[nodiscard]] std::optional<ChildSpec> compiler(const Case& args) const;

 private:
  CaseQueue cpp_queue(const std::vector<const Case*>& cases, const std::string& kind);
  CaseQueue python_queue(const std::vector<const Case*>& cases, const std::string& kind);
  CaseQueue new_queue(Language language);
  void add_timing(CaseQueue& queue);
  Batch compile(const std::vector<const Case*>& cases);
  void derive(const std::vector<const Case*>& cases);
  void add_models(const std::vector<PlannedCase>& cases, ServerSpec& server) const;
  std::vector<const Case*> without_failed_models(const std::vector<const Case*>& cases);
  [[nodiscard]] std::filesystem::path allocator() const;

  Parts parts_;
  CompilerDriver driver_;
  WorkerLibraries libraries_;
  std::filesystem::path mimalloc_;  // empty unless it is the allocator
  std::unique_ptr<Toolchain> toolchain_;
  std::vector<Case> cpp_sentries_ = sentry_cases(Language::cpp);
  std::vector<Case> python_sentries_ = sentry_cases(Language::python);
  std::optional<CacheEntry> timing_server_;
  Batch sentry_batch_;
  Batch batch_;
  DerivedModels models_;
};

}  // namespace quern
