// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "harness/environment/environment_spec.hpp"
#include "harness/process/process_runner.hpp"

namespace quern {

/// What is left of a user's environment after its source command.
struct Sourced {
  std::map<std::string, std::string> variables;
  std::vector<std::string> ignored;      // set by the command, would change what is measured, and not taken over
  std::vector<std::string> left_behind;  // of where quern was started: they name another place
};

inline constexpr std::chrono::seconds kSourceTimeout{60};

/// Runs the spec's source command once, in a bash that reads no start-up file, has no input and cannot read from a
/// terminal, and takes over those variables that lead to programs, libraries and folders, and those that the spec sets
/// itself. If the spec names a place, variables that name a place where quern was started do not reach it. Without a
/// command nothing is run. Throws Error(environment) if the command fails, ends the shell, or takes
/// longer than `timeout`.
Sourced source(ProcessRunner& runner, const EnvironmentSpec& spec, const std::map<std::string, std::string>& base,
               std::chrono::milliseconds timeout = kSourceTimeout);

}  // namespace quern
