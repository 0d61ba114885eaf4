// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace quern {

/// A command that can be pasted into a shell: words that need it are quoted.
std::string shell_command(const std::vector<std::string>& words);

}  // namespace quern
