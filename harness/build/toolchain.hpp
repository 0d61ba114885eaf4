// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/build/cache.hpp"
#include "harness/build/compiler_driver.hpp"
#include "harness/build/worker_libraries.hpp"
#include "harness/environment/environment.hpp"

namespace quern {

/// Thrown out of the making of a cache entry, so that nothing is left of what did not compile.
struct NotCompiled {
  std::string output;
};

/// Compiles for one environment: flags that fit its LibTorch, its precompiled header, its server.
class Toolchain {
 public:
  /// References must outlive the toolchain.
  struct Parts {
    const CompilerDriver& driver;
    Cache& cache;
    const Environment& environment;
    const WorkerLibraries& worker;
  };

  /// Finds the C++ standard that the environment's headers accept, and makes the precompiled header for it.
  /// Throws Error(environment) with the compiler's first message if none does.
  explicit Toolchain(const Parts& parts);

  /// Compiles the translation unit of a snippet into a shared object; its #include "…" are looked for in `folders`. The
  /// inputs are what was read beyond what the fingerprint covers.
  [[nodiscard]] Compiled compile_snippets(const std::filesystem::path& source, const std::filesystem::path& object,
                                          const std::vector<std::string>& folders = {}) const;
  /// Whether a source compiles; if it does clang's output is the syntax tree of `function`, as JSON.
  [[nodiscard]] Compiled ask(const std::filesystem::path& source, const std::string& function,
                             const std::vector<std::string>& folders) const;
  [[nodiscard]] bool clang() const { return parts_.driver.clang(); }

  /// The arguments that the compiler gets for such a translation unit.
  [[nodiscard]] std::vector<std::string> snippet_arguments(const std::filesystem::path& source,
                                                           const std::filesystem::path& object,
                                                           const std::vector<std::string>& folders = {}) const;

  [[nodiscard]] const std::filesystem::path& server() const { return server_; }
  /// The same server with the clocks in place of the windows; made when it is asked for.
  [[nodiscard]] CacheEntry timing_server() const;
  /// The program that derives a TorchScript model without Python; compiled when it is asked for.
  [[nodiscard]] CacheEntry model_program() const;
  /// Changes with everything that the compiled code depends on, other than its source and what only that includes.
  [[nodiscard]] const std::string& fingerprint() const { return fingerprint_; }
  [[nodiscard]] const std::string& flags() const { return shown_flags_; }

 private:
  void make_header();
  void make_header_with(const std::string& standard);
  void make_server();
  Inputs link_server(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& objects) const;
  /// The same, but not made if headers of another LibTorch were read.
  [[nodiscard]] Compiled without_foreign_headers(Compiled compiled) const;
  /// Compiles sources of quern's into objects in `folder`, appends these to `objects`, and tells what was read.
  Inputs compile_own(const std::vector<std::string>& sources, const std::filesystem::path& folder,
                     std::vector<std::string>& objects) const;
  /// What a program of quern's is linked with.
  [[nodiscard]] std::vector<std::string> link_flags(const std::filesystem::path& program) const;
  [[nodiscard]] std::vector<std::string> cxx_flags() const;
  /// How any source that sees the precompiled header begins.
  [[nodiscard]] std::vector<std::string> header_arguments(const std::vector<std::string>& folders) const;
  void keep(CacheEntry entry);
  /// Hash of what the compiler is called with for this environment, and of `more`.
  [[nodiscard]] std::string key(const std::string& more) const;

  Parts parts_;
  std::string standard_;
  std::vector<CacheEntry> entries_;
  std::set<std::string> known_;   // files that their making read: checked once, for all snippets
  std::filesystem::path header_;  // the folder of the precompiled one
  std::string header_state_;      // of all that it was made from
  std::filesystem::path server_;
  std::string fingerprint_;
  std::string shown_flags_;
};

}  // namespace quern
