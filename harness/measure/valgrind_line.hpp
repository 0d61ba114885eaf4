// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "harness/measure/server_spec.hpp"

namespace quern {

/// What follows `valgrind` on the line that starts a server under Callgrind: Valgrind's options, then the server's
/// program with its arguments. `folder` is the server's, where the program lies already.
std::vector<std::string> valgrind_arguments(const ServerSpec& spec, const std::filesystem::path& folder);

}  // namespace quern
