// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <ostream>

#include "harness/compare/verification.hpp"

namespace quern {

struct VerificationTextOptions {
  bool color = false;
  std::size_t functions = 5;  // of each difference
};

/// A line for each case with both counts, below it the functions that differ, and the sum.
void write_verification(const Verification& verification, const VerificationTextOptions& options, std::ostream& out);

}  // namespace quern
