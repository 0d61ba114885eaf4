// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "expand/case/case.hpp"
#include "harness/build/cache.hpp"
#include "harness/build/snippet_source.hpp"
#include "harness/build/toolchain.hpp"
#include "harness/model/run.hpp"

namespace quern {

/// A case as a shared object that a server can load.
struct BuiltSnippet {
  std::filesystem::path object;
  std::vector<std::string> notes;  // of the case
};

/// Cases by their symbols. Locks its cache entries as long as it lives.
struct Batch {
  std::vector<CacheEntry> entries;
  std::map<std::string, BuiltSnippet> snippets;
  std::map<std::string, Failure> failures;
};

/// Compiles the C++ cases, `jobs` at a time, each in a translation unit of its own: a function that is not inlined is
/// specialised for all its callers in a unit, so that a count would depend on what else is compiled with it. A case
/// that does not compile is reported in `failures`, with the message at the place where the user wrote it.
Batch build_batch(const std::vector<const Case*>& cases, const Toolchain& toolchain, Cache& cache, int jobs);

}  // namespace quern
