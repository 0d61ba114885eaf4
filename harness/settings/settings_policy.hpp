// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace quern {

/// Why `quern.yaml` may not set an option; empty if it may. A file that comes with a checkout must not decide what is
/// run, what is written, or what is kept: that is for whoever starts quern (docs/security.md). `type` is what the help
/// shows for its value: FILE, DIR, PROGRAM, CODE, ENV, …
std::string reason_not_settable(std::string_view option, std::string_view type);

}  // namespace quern
