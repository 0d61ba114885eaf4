// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace quern {

/// Text made small. What it is packed with is fixed for ever, or named in its first byte: a store outlives its quern.
std::string pack(std::string_view text);

/// Nothing if `data` is not what `pack` gave.
std::optional<std::string> unpack(std::string_view data);

}  // namespace quern
