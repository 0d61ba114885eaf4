// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quern {

/// Why runs cannot be called so; empty if they can. A name cannot be mistaken for an id, a commit or a file.
std::string refused_name(std::string_view name);

/// At least four hexadecimal digits, at most forty.
bool is_commit_prefix(std::string_view text);

/// A name and how many runs back: `main~2`.
struct NameAndStep {
  std::string name;
  std::int64_t back = 0;
};

NameAndStep parse_step(const std::string& text);

/// The whole text as a number; nothing if it is none.
std::optional<std::int64_t> parse_number(std::string_view text);

}  // namespace quern
