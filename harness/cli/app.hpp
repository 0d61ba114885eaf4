// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>
#include <span>
#include <vector>

#include "harness/cli/man_page.hpp"

namespace quern {

struct Invocation {
  std::span<char* const> arguments;  // as main gets them
  std::ostream& out;
  std::ostream& err;
};

/// The whole program: parses, runs one command, prints errors, returns the exit code. Throws nothing.
int run_quern(const Invocation& invocation);

/// The manual: what `--help` tells, as a page for quern and one for each command.
std::vector<ManPage> manual();

}  // namespace quern
