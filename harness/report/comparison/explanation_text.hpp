// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <ostream>

#include "harness/compare/explanation.hpp"

namespace quern {

struct ExplanationOptions {
  bool difference = true;  // else there is one side only
  bool inclusive = false;
  std::size_t most = 20;  // functions
  bool color = false;
};

/// By layer, then by function: those that grew and shrank, came, went and were renamed.
void write_explanation(const Explanation& explanation, const ExplanationOptions& options, std::ostream& out);

/// The layers and the first functions, indented below a case's line.
void write_short_explanation(const Explanation& explanation, std::size_t functions, std::ostream& out);

}  // namespace quern
