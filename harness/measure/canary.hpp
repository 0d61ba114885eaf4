// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "harness/measure/hello.hpp"
#include "harness/measure/plan.hpp"

namespace quern {

/// Whether a language's server can be started in an environment.
struct Canary {
  Language language = Language::cpp;
  std::string problem;  // empty: it runs
  Hello hello = {};     // what the server said
};

/// Starts a queue's server once without Valgrind, which takes a second and shows what would come to light after
/// minutes: a library that cannot be loaded, a symbol that is missing, an operator that crashes.
Canary try_canary(const CaseQueue& queue);

/// Does the same, and throws Error(environment) if the server of this queue does not run.
void require_canary(const CaseQueue& queue);

}  // namespace quern
