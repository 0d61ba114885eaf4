// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>

#include "harness/model/run.hpp"

namespace quern {

struct TableOptions {
  bool color = false;
  bool verbose = false;  // also what is behind a time
};

/// The run as a table for people: a block per group of labels, a line per case, failures with their reason, and a
/// summary at the end.
void write_table(const Run& run, const TableOptions& options, std::ostream& out);

/// What stands below a table of a run.
void write_summary(const Run& run, std::ostream& out);

}  // namespace quern
