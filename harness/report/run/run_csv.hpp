// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>

#include "harness/model/run.hpp"

namespace quern {

/// The run as comma-separated values: a line per case, a column for every metric that any case has.
void write_csv(const Run& run, std::ostream& out);

}  // namespace quern
