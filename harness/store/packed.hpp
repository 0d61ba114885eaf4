// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace quern {

/// Packs a text. The way of packing is fixed for ever, or named in the first byte: a store outlives the quern that
/// wrote it.
std::string pack(std::string_view text);

/// Nothing if `data` is not what `pack` gave.
std::optional<std::string> unpack(std::string_view data);

}  // namespace quern
