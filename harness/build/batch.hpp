// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/build/cache.hpp"
#include "harness/build/snippet_source.hpp"
#include "harness/build/toolchain.hpp"
#include "harness/model/run.hpp"
#include "worker/protocol/timer_args.hpp"

namespace quern {

/// Snippets as shared objects that a server can load. Locks its cache entries as long as it lives.
struct Batch {
  std::vector<CacheEntry> entries;
  std::vector<std::filesystem::path> objects;
  std::map<std::string, Failure> failures;  // by symbol
};

/// Compiles the C++ cases: those with the same global_setup in one translation unit. A case that does not compile is
/// reported in `failures`, with the compiler's message at the place where the user wrote it; the others are built.
Batch build_batch(const std::vector<const TimerArgs*>& cases, Toolchain& toolchain, Cache& cache);

}  // namespace quern
