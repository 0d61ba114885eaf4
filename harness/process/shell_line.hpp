// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "harness/process/process_runner.hpp"

namespace quern {

/// A child as a line that a person could give to a shell; for people only, we never do. Without variables the shell's
/// own are meant.
std::string shell_line(const ChildSpec& spec);

}  // namespace quern
