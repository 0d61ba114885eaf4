// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/measure/server.hpp"
#include "harness/model/run.hpp"
#include "harness/process/process_runner.hpp"
#include "worker/protocol/timer_args.hpp"

namespace quern {

struct RunOptions {
  std::string cxx;                   // empty: clang++, else g++
  std::string allocator = "pinned";  // pinned, mimalloc or system
  Isolation isolation = Isolation::fork;
  int jobs = 0;  // 0: as many as there are cores
  int pairs = 3;
  int retries = 1;
  std::chrono::seconds timeout{120};
  std::vector<std::string> metrics;  // ir, cache, branch, alloc
  std::uintmax_t cache_bytes = std::uintmax_t{5} << 30U;
};

/// What a run needs from outside. The callbacks come from one thread at a time.
struct RunContext {
  ProcessRunner& runner;
  std::map<std::string, std::string> variables;
  std::filesystem::path sources;  // holds worker/ and callgrind_client/
  std::function<void(const std::string& phase)> on_phase;
  std::function<void(const CaseResult& result)> on_result;
};

/// Probes, builds and measures: the whole job. Results stand in the order of `cases`, which must outlive the run.
/// Throws Error(environment or usage); what goes wrong with a case is in its result.
Run run_suite(const std::vector<TimerArgs>& cases, const RunOptions& options, const RunContext& context);

}  // namespace quern
