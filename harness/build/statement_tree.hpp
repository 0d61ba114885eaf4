// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <optional>
#include <string_view>

#include "harness/build/statement_form.hpp"

namespace quern {

/// Statements in the source of a function: the last block of its body.
struct StatementPlace {
  std::string_view text;
  std::size_t begin = 0;  // in the source
};

/// What keeps the values of these statements, from clang's syntax tree of that function (`-ast-dump=json`). In blocks
/// and loops only what nobody uses is kept, because keeping costs. Nothing if the tree cannot be read.
std::optional<KeptForm> read_statement_tree(std::string_view dump, const StatementPlace& place);

}  // namespace quern
