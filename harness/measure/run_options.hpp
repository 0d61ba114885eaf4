// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/measure/server_spec.hpp"
#include "harness/measure/timing/rounds.hpp"
#include "harness/model/run.hpp"
#include "harness/process/process_runner.hpp"

namespace quern {

/// How a run is measured.
struct RunOptions {
  std::string cxx;                   // empty: clang++, else g++
  std::string allocator = "pinned";  // pinned, mimalloc or system
  Isolation isolation = Isolation::fork;
  int jobs = 0;  // 0: as many as there are cores
  int pairs = 3;
  int retries = 1;
  std::chrono::seconds timeout{120};
  std::vector<std::string> metrics;          // words of --metrics
  TimeOptions time;                          // if it is among them
  bool one_installation = false;             // refuse a full LibTorch beside the C++ part of one
  bool backtesting = false;                  // what a build cannot compile or run is skipped: not every build can
  bool functions = false;                    // keep what each function executed
  std::filesystem::path profiles;            // the folder to keep Callgrind's profiles in; empty: they are not kept
  std::map<std::string, double> expected_s;  // what cases took before, by id, for planning; may be empty
  std::string build_key;                     // for the document, see Run
  RunSelection selection;                    // what the cases were selected by, for the document
  std::uintmax_t cache_bytes = std::uintmax_t{5} << 30U;

  [[nodiscard]] bool wants(const std::string& metric) const;
  /// Whether Callgrind counts: not if time alone is asked for.
  [[nodiscard]] bool counts() const;
};

/// A case that is done, and the run that it belongs to, as far as that is known by then.
struct CaseDone {
  std::size_t environment = 0;  // which of those that are measured
  const Run& run;
  const CaseResult& result;
};

/// What a run needs from outside. The callbacks come from one thread at a time.
struct RunContext {
  ProcessRunner& runner;
  std::map<std::string, std::string> variables;
  std::filesystem::path sources;  // holds worker/ and callgrind_client/
  std::function<void(const std::string& phase)> on_phase;
  std::function<void(const CaseDone& done)> on_result;
  std::string commit = {};  // of the repository that this is about; empty if it is none
};

}  // namespace quern
