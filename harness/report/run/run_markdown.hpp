// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>

#include "harness/model/run.hpp"

namespace quern {

/// A table for each label, and the summary.
void write_run_markdown(const Run& run, std::ostream& out);

}  // namespace quern
