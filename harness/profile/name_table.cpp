// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/name_table.hpp"

#include "harness/profile/line_syntax.hpp"

namespace quern {
namespace {

// Takes `(7)` off the front. `(below main)` is a name, not a number.
std::optional<std::uint64_t> take_id(std::string_view& value) {
  if (!value.starts_with('(')) return std::nullopt;
  const std::size_t close = value.find(')');
  if (close == std::string_view::npos) return std::nullopt;
  std::string_view digits = value.substr(1, close - 1);
  std::uint64_t id = 0;
  if (!take_number(digits, id) || !digits.empty()) return std::nullopt;
  value = trimmed(value.substr(close + 1));
  return id;
}

}  // namespace

std::optional<std::size_t> NameTable::index_of(std::string_view value) {
  value = trimmed(value);
  const std::optional<std::uint64_t> id = take_id(value);
  if (!id) return intern(value);
  if (!value.empty()) return compressed_[*id] = intern(value);
  const auto known = compressed_.find(*id);
  return known == compressed_.end() ? std::nullopt : std::optional(known->second);
}

std::size_t NameTable::intern(std::string_view name) {
  const auto [entry, is_new] = index_.try_emplace(name, names_.size());
  if (is_new) names_.push_back(name);
  return entry->second;
}

}  // namespace quern
