// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "harness/cli/command.hpp"

namespace quern {

struct EnvProbeOptions {
  std::string environment;
  std::string cxx;
  bool json = false;
};

/// `quern env probe`: what there is in an environment, and whether it works.
void add_probe_action(CLI::App& command, EnvProbeOptions& options);

ExitCode run_env_probe(const EnvProbeOptions& options, const Settings& settings, Streams streams);

}  // namespace quern
