// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quern {

/// What is added to statements so that every value that they make is kept alive.
struct KeptForm {
  struct Insertion {
    std::size_t offset = 0;
    std::string text;
  };
  std::vector<Insertion> insertions;  // in the order of their offsets
  std::vector<std::string> names;     // variables of the outermost block, kept at its end

  [[nodiscard]] bool empty() const { return insertions.empty() && names.empty(); }
};

/// Behind an expression: keeps its value. If what it stands behind is a declaration, though it looks like an
/// expression, then it declares a variable of that name once more, which does not compile: so the compiler decides.
inline constexpr const char* kKeepValue = ", quern_kept";
std::string keep_variable(std::string_view name);

/// C++ statements as far as their text tells.
struct StatementForm {
  KeptForm kept;
  bool certain = true;  // else the compiler must be asked what they are
  bool blank = true;    // nothing to execute is written
  bool blocks = false;  // some stand in blocks, or below a condition or loop
  bool jumps = false;   // there is a word that may lead out of the statements: `break`, `return`, …
  std::string way_out;  // what certainly does: a label that is none of theirs, a bracket that they did not open
};

StatementForm analyse_statement(std::string_view code);

/// With the insertions made.
std::string with_insertions(std::string_view code, const KeptForm& form);

}  // namespace quern
