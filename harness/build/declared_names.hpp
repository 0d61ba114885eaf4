// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <vector>

#include "harness/build/cpp_tokens.hpp"

namespace quern {

/// The variables that a simple statement declares, by its text.
struct DeclaredNames {
  std::vector<std::string> names;  // empty: it looks like an expression
  bool certain = true;             // `a * b = c` and `a<b> c` could be both; of `a = b < c, d > e` only a is found
};

/// `statement` ends with its `;`.
DeclaredNames declared_names(std::span<const CppToken> statement);

}  // namespace quern
