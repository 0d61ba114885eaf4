// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

namespace quern {

/// 32 hexadecimal digits, the same on every machine. Fields are kept apart: {"ab", "c"} differs from {"a", "bc"}.
std::string hash_fields(std::initializer_list<std::string_view> fields);

/// A number to find a text by; two texts may share one.
std::uint64_t short_hash(std::string_view text);

/// Hashes, block by block, data that is too large to hold at once.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  void add(std::string_view block);
  /// 32 hexadecimal digits of all blocks so far.
  [[nodiscard]] std::string digits() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace quern
