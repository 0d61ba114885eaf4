// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <ostream>
#include <string>

#include "harness/compare/check.hpp"

namespace quern {

struct CheckTextOptions {
  bool color = false;
  std::size_t functions = 3;  // behind each change
};

/// For a terminal: what changed, what could not be judged, and the verdict in the last line.
void write_check(const Check& check, const CheckTextOptions& options, std::ostream& out);

/// One line: `regressed: 2 cases beyond their limits, largest +4.10 % (medium) …`; for every report.
std::string verdict_line(const Check& check);

}  // namespace quern
