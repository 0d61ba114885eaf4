// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/build/compiler_files.hpp"
#include "harness/build/inputs.hpp"
#include "harness/environment/environment.hpp"
#include "harness/process/process_runner.hpp"

namespace quern {

/// What a compiler said, and whether it made something.
struct Compiled {
  bool ok = false;
  std::string output;
  Inputs inputs = {};                  // all that it read, and the compiler itself
  std::set<std::string> headers = {};  // and sources: what was really read, of what the inputs hold
};

/// Calls an environment's compiler, for quern's own sources and for others.
class CompilerDriver {
 public:
  /// `sources` holds worker/ and callgrind_client/. References must outlive the driver.
  CompilerDriver(ProcessRunner& runner, const Compiler& cxx, std::filesystem::path sources)
      : runner_(runner), cxx_(cxx), sources_(std::move(sources)), files_(runner, cxx) {}

  /// `known` is left out of the inputs. Throws Error(environment) if the compiler was stopped, or the disk is full:
  /// nothing is wrong with the code then.
  [[nodiscard]] Compiled compile(const std::vector<std::string>& arguments,
                                 const std::set<std::string>& known = {}) const;
  /// Returns what was read. Throws Error(environment) with the compiler's first error about `what`.
  Inputs require(const std::vector<std::string>& arguments, const std::string& what) const;
  /// The same for C sources of quern's.
  Inputs require_c(std::vector<std::string> arguments, const std::string& what) const;

  /// Changes with the compiler and with where quern's sources are, not with what is in files.
  [[nodiscard]] std::string key() const;
  [[nodiscard]] const std::filesystem::path& sources() const { return sources_; }
  [[nodiscard]] const Compiler& compiler() const { return cxx_; }
  [[nodiscard]] bool clang() const { return cxx_.family == "clang"; }

 private:
  [[nodiscard]] Inputs inputs(const std::vector<std::string>& arguments, const std::set<std::string>& headers,
                              const std::set<std::string>& known) const;

  ProcessRunner& runner_;
  const Compiler& cxx_;
  std::filesystem::path sources_;
  mutable CompilerFiles files_;  // what it found out
};

/// What was read to make `what`. Throws Error(environment) with the compiler's first error if it was not made.
Inputs require_made(Compiled compiled, const std::string& what);

/// The first line of a compiler's output that is an error, else its first line.
std::string first_error(const std::string& output);

}  // namespace quern
