// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>
#include <span>

namespace quern {

struct Invocation {
  std::span<char* const> arguments;  // as main gets them
  std::ostream& out;
  std::ostream& err;
};

/// The whole program: parses, runs one command, prints errors, returns the exit code. Throws nothing.
int run_quern(const Invocation& invocation);

}  // namespace quern
