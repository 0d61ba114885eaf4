// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>
#include <string>

#include "harness/model/run.hpp"

namespace quern {

/// The run as comma-separated values (RFC 4180): a line per case, a column for every metric that any case has.
void write_csv(const Run& run, std::ostream& out);

/// Printable, and quoted if it has to be. What a spreadsheet would take for a formula (`=`, `+`, `-` or `@` in front)
/// has a `'` before it.
std::string csv_field(const std::string& content);

}  // namespace quern
