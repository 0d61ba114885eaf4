// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "expand/case/case.hpp"
#include "harness/measure/loaded_torch.hpp"
#include "harness/measure/server_spec.hpp"

namespace quern {

/// A case, and what was built for it.
struct PlannedCase {
  const Case* args = nullptr;
  std::string symbol;
  std::filesystem::path object = {};    // C++: holds the symbol
  std::vector<std::string> notes = {};  // about the case, whatever its count will be
};

/// The cases of one kind of server, in the order in which they are measured, and how such a server is started.
struct CaseQueue {
  std::string kind;  // language and runtime: what pairs the queues of two environments
  ServerSpec server;
  std::optional<ServerSpec> timing;   // the native one, if time is asked for
  ProbedTorch torch;                  // that its servers must load
  std::vector<PlannedCase> sentries;  // the first is the loop
  std::vector<PlannedCase> cases;     // longest first
};

/// What is measured, by how many servers at once, and how often.
struct MeasurePlan {
  std::vector<CaseQueue> queues;
  // Queues of the same kind in several environments, whose cases take turns, one by one; empty: each for itself
  std::vector<std::vector<std::size_t>> bundles;
  int jobs = 1;
  int pairs = 3;
  int unit = 0;     // iterations of the shorter window of each pair; 0: as many as suit the statement
  int retries = 1;  // of the machinery; a case that fails is not tried again
  std::chrono::seconds timeout{120};
  bool functions = false;                       // also what each function executed
  std::vector<std::filesystem::path> profiles;  // for each queue, the folder that keeps Callgrind's dumps; or empty
};

}  // namespace quern
