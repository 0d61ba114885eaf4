// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace quern {

/// A C++ statement list, cut where its last statement begins, so that the result of that one can be kept alive.
struct StatementForm {
  enum class Last { expression, declaration, other };
  Last last = Last::other;
  std::string_view before;  // everything up to the last statement
  std::string_view final;   // the last statement, of an expression without its `;`
  std::string_view name;    // the variable that a declaration introduces
};

/// Knows comments, literals and brackets, but no types: a guess that the compiler confirms. What is called an
/// expression or a declaration but is neither does not compile in that form, and is compiled as it stands.
StatementForm analyse_statement(std::string_view code);

}  // namespace quern
