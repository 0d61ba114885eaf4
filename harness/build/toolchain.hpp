// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/build/cache.hpp"
#include "harness/environment/environment.hpp"
#include "harness/process/process_runner.hpp"

namespace quern {

/// What a compiler said, and whether it made something.
struct Compiled {
  bool ok = false;
  std::string output;
};

/// Thrown out of the making of a cache entry, so that nothing is left of what did not compile.
struct NotCompiled {
  std::string output;
};

/// Compiles for one environment: flags that fit its LibTorch, its precompiled header, its server.
class Toolchain {
 public:
  /// `sources` holds worker/ and callgrind_client/. References must outlive the toolchain.
  struct Parts {
    ProcessRunner& runner;
    Cache& cache;
    const Environment& environment;
    std::filesystem::path sources;
  };

  /// Finds the C++ standard that the environment's headers accept, and makes the precompiled header for it.
  /// Throws Error(environment) with the compiler's first message if none does.
  explicit Toolchain(const Parts& parts);

  /// Compiles one translation unit of snippets into a shared object in `folder`.
  [[nodiscard]] Compiled compile_snippets(const std::filesystem::path& source, const std::filesystem::path& object);

  /// The server program and the allocator that it is run with.
  [[nodiscard]] const std::filesystem::path& server() const { return server_; }
  [[nodiscard]] const std::filesystem::path& allocator() const { return allocator_; }
  /// Changes with everything that the compiled code depends on, other than its source.
  [[nodiscard]] const std::string& fingerprint() const { return fingerprint_; }
  [[nodiscard]] const std::string& flags() const { return shown_flags_; }

 private:
  void make_header();
  void make_header_with(const std::string& standard);
  void make_server();
  void make_allocator();
  [[nodiscard]] bool clang() const { return parts_.environment.cxx.family == "clang"; }
  [[nodiscard]] std::vector<std::string> cxx_flags() const;
  /// Hash of everything about the environment that a compiled file depends on, and of `more`.
  [[nodiscard]] std::string key(const std::string& more) const;
  [[nodiscard]] Compiled compile(const std::vector<std::string>& arguments) const;
  void compile_c(std::vector<std::string> arguments, const std::string& what) const;
  void require(const std::vector<std::string>& arguments, const std::string& what) const;
  [[nodiscard]] std::string source_hash(const std::vector<std::string>& files) const;

  Parts parts_;
  std::string standard_;
  std::string headers_;  // hash over the names, sizes and times of LibTorch's headers
  std::vector<CacheEntry> entries_;
  std::filesystem::path header_;
  std::filesystem::path server_;
  std::filesystem::path allocator_;
  std::string fingerprint_;
  std::string shown_flags_;
};

}  // namespace quern
