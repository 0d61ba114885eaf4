// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/measure/loaded_torch.hpp"
#include "harness/measure/server.hpp"
#include "harness/model/run.hpp"

namespace quern {

struct PlannedCase {
  const TimerArgs* args = nullptr;
  std::string symbol;
  std::filesystem::path object = {};    // C++: holds the symbol
  std::vector<std::string> notes = {};  // about the case, whatever its count will be
};

/// The cases of one language, and how a server that measures them is started.
struct Crew {
  std::string kind;  // language and runtime: what pairs the crews of two environments
  ServerSpec server;
  ProbedTorch torch;                  // that its servers must load
  std::vector<PlannedCase> sentries;  // the first is the loop
  std::vector<PlannedCase> cases;     // longest first
};

struct MeasurePlan {
  std::vector<Crew> crews;
  std::vector<std::vector<std::size_t>> teams;  // crews whose cases take turns, one by one; empty: each for itself
  int jobs = 1;
  int pairs = 3;
  int unit = 0;     // iterations of the shorter window of each pair; 0: as many as suit the statement
  int retries = 1;  // of the machinery; a case that fails is not tried again
  std::chrono::seconds timeout{120};
  bool functions = false;                       // also what each function executed
  std::vector<std::filesystem::path> profiles;  // for each crew, the folder that keeps Callgrind's dumps; or empty
};

/// A case of a crew is done.
using OnResult = std::function<void(std::size_t crew, CaseResult result)>;

struct MeasureSummary {
  bool stable = true;
  bool interrupted = false;
  std::vector<std::string> notes;  // what made it unstable
  std::vector<Hello> hellos;       // of each crew; empty if none of its servers came up
};

/// Measures every case, on as many servers at once as cores and memory allow. `on_result` is called for each case as
/// soon as it is done, from one thread at a time. If the servers of one language cannot be started its cases fail; if
/// none can, Error(environment) is thrown.
MeasureSummary measure(const MeasurePlan& plan, const OnResult& on_result);

}  // namespace quern
