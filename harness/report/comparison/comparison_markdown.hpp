// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>

#include "harness/compare/comparison.hpp"

namespace quern {

/// The sum, a table for each label, and what differs between the environments.
void write_comparison_markdown(const Comparison& comparison, std::ostream& out);

}  // namespace quern
