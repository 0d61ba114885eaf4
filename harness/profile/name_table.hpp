// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace quern {

/// The names of one kind (objects, files or functions) in a profile, and their compressed spelling: `(7) name` defines,
/// `(7)` uses. Numbers hold for the whole file, also across its parts. Points into the profile's text.
class NameTable {
 public:
  /// The index of the name that `value`, the text after `fn=`, stands for. Nothing if its number was never defined.
  std::optional<std::size_t> index_of(std::string_view value);
  [[nodiscard]] std::string_view name(std::size_t index) const { return names_[index]; }

 private:
  std::size_t intern(std::string_view name);

  std::vector<std::string_view> names_;
  std::unordered_map<std::string_view, std::size_t> index_;
  std::unordered_map<std::uint64_t, std::size_t> compressed_;
};

}  // namespace quern
