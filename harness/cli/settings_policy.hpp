// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "harness/cli/cli11_fwd.hpp"

namespace quern {

/// Why `quern.yaml` may not set an option; empty if it may. A file that comes with a checkout must not decide what is
/// run, what is written, or what is kept: that is for whoever starts quern (docs/security.md). An option is known for
/// what it is by the type that its help shows: FILE, DIR, PROGRAM, CODE, ENV, …
std::string reason_not_settable(const CLI::Option& option);

}  // namespace quern
