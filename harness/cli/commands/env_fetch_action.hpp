// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "harness/cli/command.hpp"
#include "harness/environment/fetch/fetched.hpp"

namespace quern {

struct EnvFetchOptions {
  std::vector<std::string> releases;
  std::string patch = "latest";
  bool cpp = false;
  std::string into;
  std::string index;
  std::vector<std::string> pythons;
  std::uint64_t disk = 0;
};

/// `quern env fetch`: official releases of torch as environments.
void add_fetch_action(CLI::App& command, EnvFetchOptions& options);

ExitCode run_env_fetch(const EnvFetchOptions& options, Streams streams);

struct EnvRmOptions {
  std::vector<std::string> names;
  std::string into;
  bool unfinished = false;
};

/// `quern env rm`: removes what was fetched.
void add_rm_action(CLI::App& command, EnvRmOptions& options);

ExitCode run_env_rm(const EnvRmOptions& options, Streams streams);

/// A size as people read it: 471 MB.
std::string size_text(std::uintmax_t bytes);

}  // namespace quern
