// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>

#include "harness/compare/check.hpp"

namespace quern {

/// Workflow commands of GitHub Actions: `::error file=…,line=…::message` at the lines of the definitions.
void write_check_annotations(const Check& check, std::ostream& out);

}  // namespace quern
