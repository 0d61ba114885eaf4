// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/problems.hpp"
#include "base/yaml/source.hpp"

namespace quern {

/// `f(x, w) -> y`: what a statement reads and what it defines. `f(x)` and `f(x) -> None` define nothing.
struct Signature {
  std::vector<std::string> inputs;
  std::string output;  // empty: none
};

/// Reports what does not parse, repeats a name, names a reserved word or has more than one output.
std::optional<Signature> read_signature(const Text& text, Problems& problems);

/// `[A-Za-z_][A-Za-z0-9_]*`
bool is_identifier(std::string_view word);

}  // namespace quern
