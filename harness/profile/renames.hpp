// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "harness/profile/function_counts.hpp"

namespace quern {

/// A function that seems to have become another: moved, or with another namespace, parameter or name.
struct Rename {
  FunctionKey from;
  FunctionKey to;
  std::int64_t before = 0;
  std::int64_t after = 0;
  friend bool operator==(const Rename&, const Rename&) = default;
};

/// Pairs functions that only `before` has with those that only `after` has, the likeliest first:
/// 1. equal names, in another file or library;
/// 2. names that differ in template arguments or parameters only;
/// 3. equal last components, without these; of names such as `call` and `operator()`, with the components before that
///    say whose;
/// 4. equal counts, of at least 10, in one library, of last components that share more than half of their words.
/// Each function is in at most one pair; where several fit, those of one library and with more words in common are
/// preferred, then closer counts. Of very many functions that fit one another (more than 50 of a kind) only the largest
/// are looked at. Functions without symbols are never paired. It is a guess: for reading, never for a verdict.
///
/// Both must be standardised (see standardise) and of the same event.
std::vector<Rename> find_renames(const FunctionCounts& before, const FunctionCounts& after);

}  // namespace quern
