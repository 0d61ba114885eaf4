// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace quern {

/// Writes all of `text` to a descriptor. Returns 0, or the error number.
int write_all(int descriptor, std::string_view text);

}  // namespace quern
