// SPDX-License-Identifier: Apache-2.0
// Reading the fields of a document that others wrote, or changed: whatever is wrong is an Error(usage) that names the
// field.
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <utility>

#include "base/error.hpp"

namespace quern::fields {

using Json = nlohmann::ordered_json;

// The library wraps what does not fit.
template <typename Value>
bool fits(const Json& json) {
  if (json.is_number_unsigned()) return std::in_range<Value>(json.get<std::uint64_t>());
  return json.is_number_integer() && std::in_range<Value>(json.get<std::int64_t>());
}

// The library says what is wrong with a value, not whose it is. It also rounds and wraps what is no whole number.
template <typename Value>
Value convert(const Json& json, const char* key) {
  if constexpr (std::is_integral_v<Value> && !std::is_same_v<Value, bool>) {
    if (!fits<Value>(json))
      throw Error(ErrorKind::usage,
                  fmt::format("'{}' is {}", key, json.is_number_integer() ? "out of range" : "no whole number"));
  }
  try {
    return json.get<Value>();
  } catch (const Json::exception& error) {
    throw Error(ErrorKind::usage, fmt::format("'{}': {}", key, error.what()));
  }
}

template <typename Value>
Value required(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end()) throw Error(ErrorKind::usage, fmt::format("'{}' is missing", key));
  return convert<Value>(*found, key);
}

template <typename Value>
Value value_or(const Json& json, const char* key, Value otherwise) {
  return json.contains(key) ? required<Value>(json, key) : otherwise;
}

// Counts are computed with as doubles: beyond 2^53 they are not exact any more, and no measurement comes near.
template <typename Count>
Count count_of(Count value, const char* key) {
  constexpr double kMost = 9007199254740992;
  if (!(std::abs(static_cast<double>(value)) <= kMost))
    throw Error(ErrorKind::usage, fmt::format("'{}' is beyond 2^53, where counts are no longer exact", key));
  return value;
}

inline std::string text_or_empty(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() || found->is_null() ? std::string{} : convert<std::string>(*found, key);
}

// Not a copy: the cases are nearly all of the document.
inline const Json::array_t& list_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_array())
    throw Error(ErrorKind::usage, fmt::format("'{}' is {}", key, found == json.end() ? "missing" : "no list"));
  return found->get_ref<const Json::array_t&>();
}

}  // namespace quern::fields
