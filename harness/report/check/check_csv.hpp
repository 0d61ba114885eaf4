// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>

#include "harness/compare/check.hpp"

namespace quern {

/// A line per case and metric (RFC 4180).
void write_check_csv(const Check& check, std::ostream& out);

}  // namespace quern
