// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace quern {

/// One `file:line:column: error: message` of a compiler, or a note that belongs to one.
struct Diagnostic {
  Origin where;
  bool error = false;
  std::string message;
};

std::vector<Diagnostic> parse_diagnostics(std::string_view output);

}  // namespace quern
