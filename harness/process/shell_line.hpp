// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/process/process_runner.hpp"

namespace quern {

/// A child as a line that a person could give to a shell. It is for people only: quern never uses a shell. If the child
/// has no variables, the line relies on those of the shell.
std::string shell_line(const ChildSpec& spec);

/// Words of a command as such a line: those that need it are quoted.
std::string shell_line(const std::vector<std::string>& words);

}  // namespace quern
