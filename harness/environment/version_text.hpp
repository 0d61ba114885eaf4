// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace quern {

/// The first thing that looks like a version (`14.0.6`, `1.13.0a0`) in a program's output; empty if there is none.
std::string find_version(std::string_view output);

}  // namespace quern
