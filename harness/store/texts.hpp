// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/store/database.hpp"

namespace quern {

/// What a text is found by; two texts may share one.
std::int64_t text_hash(std::string_view text);

/// The texts of a store, each kept once, packed.
class Texts {
 public:
  explicit Texts(const Database& database);

  /// The id of the text, which is added if it is not there. In a transaction of the caller.
  std::int64_t put(std::string_view text);
  /// Throws Error(environment) if it is not what was put there.
  [[nodiscard]] std::string get(std::int64_t id);
  /// Removes those of `ids` that nothing refers to any more.
  void drop_unused(const std::vector<std::int64_t>& ids);

 private:
  [[nodiscard]] std::string checked(std::string_view data, std::int64_t hash) const;

  const Database& database_;
  SqlStatement find_;
  SqlStatement add_;
  SqlStatement read_;
};

}  // namespace quern
