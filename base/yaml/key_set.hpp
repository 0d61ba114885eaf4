// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string_view>

namespace quern {

/// The words that may stand as keys in one kind of map. `of` completes "unknown key 'x' in …".
struct KeySet {
  std::string_view of;
  std::span<const std::string_view> keys;
};

}  // namespace quern
