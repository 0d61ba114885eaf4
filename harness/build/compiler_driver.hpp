// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "harness/environment/environment.hpp"
#include "harness/process/process_runner.hpp"

namespace quern {

/// What a compiler said, and whether it made something.
struct Compiled {
  bool ok = false;
  std::string output;
};

/// Calls an environment's compiler, for quern's own sources and for others.
class CompilerDriver {
 public:
  /// `sources` holds worker/ and callgrind_client/. References must outlive the driver.
  CompilerDriver(ProcessRunner& runner, const Compiler& cxx, std::filesystem::path sources)
      : runner_(runner), cxx_(cxx), sources_(std::move(sources)) {}

  /// Throws Error(environment) if the compiler was stopped, or the disk is full: nothing is wrong with the code then.
  [[nodiscard]] Compiled compile(const std::vector<std::string>& arguments) const;
  /// Throws Error(environment) with the compiler's first error about `what`.
  void require(const std::vector<std::string>& arguments, const std::string& what) const;
  /// The same for C sources of quern's.
  void require_c(std::vector<std::string> arguments, const std::string& what) const;

  /// Of the contents of some of quern's own files, named relative to sources().
  [[nodiscard]] std::string source_hash(const std::vector<std::string>& files) const;
  [[nodiscard]] const std::filesystem::path& sources() const { return sources_; }
  [[nodiscard]] const Compiler& compiler() const { return cxx_; }
  [[nodiscard]] bool clang() const { return cxx_.family == "clang"; }

 private:
  ProcessRunner& runner_;
  const Compiler& cxx_;
  std::filesystem::path sources_;
};

/// The first line of a compiler's output that is an error, else its first line.
std::string first_error(const std::string& output);

}  // namespace quern
