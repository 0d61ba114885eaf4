// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>

#include "harness/model/run.hpp"
#include "harness/report/run/table.hpp"

namespace quern {

/// The run as a table with a row for each statement and a column for each way to run it, Python and C++, eager and
/// TorchScript: what the layers cost, at a glance. Columns without a case are left out.
void write_matrix(const Run& run, const TableOptions& options, std::ostream& out);

}  // namespace quern
