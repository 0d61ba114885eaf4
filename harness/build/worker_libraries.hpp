// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/build/cache.hpp"
#include "harness/build/compiler_driver.hpp"

namespace quern {

/// Quern's own C, compiled once for all environments that share a compiler: it knows nothing of LibTorch.
class WorkerLibraries {
 public:
  WorkerLibraries(const CompilerDriver& driver, Cache& cache);

  /// The pinned allocator, to be preloaded.
  [[nodiscard]] std::filesystem::path allocator() const { return allocator_.path / "libpinned.so"; }
  /// A library that moves those loaded after it by so many pages. Made when it is asked for.
  [[nodiscard]] std::filesystem::path padding(int pages);
  /// Requests, windows and the Callgrind client: as a shared library for Python.
  [[nodiscard]] std::filesystem::path shared() const { return worker_.path / "libworker.so"; }
  /// The same as object files, for the C++ server to link.
  [[nodiscard]] std::vector<std::filesystem::path> objects() const;
  /// The clocks and what they share with the windows, which take the place of all these in a server that measures time.
  void make_timing();
  /// They must have been made.
  [[nodiscard]] std::filesystem::path timing_shared() const { return timing_.value().path / "libtiming.so"; }
  [[nodiscard]] std::vector<std::filesystem::path> timing_objects() const;
  [[nodiscard]] const std::string& timing_fingerprint() const { return timing_.value().state; }
  /// Changes with everything that was read to make the objects.
  [[nodiscard]] const std::string& fingerprint() const { return worker_.state; }

 private:
  const CompilerDriver& driver_;
  Cache& cache_;
  CacheEntry worker_;
  CacheEntry allocator_;
  std::optional<CacheEntry> padding_;
  std::optional<CacheEntry> timing_;
};

}  // namespace quern
