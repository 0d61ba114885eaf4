// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

#include "harness/environment/environment_spec.hpp"

namespace quern {

/// Adds an environment to a quern.yaml, which is made if it is not there; every other byte stays. Its relative paths
/// are written as they are. Throws Error(usage) if the name is taken or the file is written in a way that cannot be
/// added to.
void add_environment(const std::filesystem::path& settings_file, const EnvironmentSpec& spec);

}  // namespace quern
