// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>

#include "harness/compare/comparison.hpp"

namespace quern {

/// One line for each case, for spreadsheets and pandas.
void write_comparison_csv(const Comparison& comparison, std::ostream& out);

}  // namespace quern
