// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>

#include "harness/compare/check.hpp"

namespace quern {

/// JUnit's XML, as CI servers read it: a test per case.
void write_check_junit(const Check& check, std::ostream& out);

}  // namespace quern
