// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/process/process_runner.hpp"

namespace quern {

/// A child as a line that a person could give to a shell; for people only, we never do. Without variables the shell's
/// own are meant.
std::string shell_line(const ChildSpec& spec);

/// Words of a command as such a line: those that need it are quoted.
std::string shell_line(const std::vector<std::string>& words);

}  // namespace quern
