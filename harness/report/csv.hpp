// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>
#include <string>

#include "harness/model/run.hpp"

namespace quern {

/// The run as comma-separated values (RFC 4180): a line per case, a column for every metric that any case has.
void write_csv(const Run& run, std::ostream& out);

/// Quoted if it has to be.
std::string csv_field(const std::string& text);

}  // namespace quern
