// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "expand/case/case.hpp"
#include "harness/cli/cli11_fwd.hpp"

namespace quern {

/// A case that was typed on the command line.
struct Statement {
  std::string stmt;
  std::string setup;
  std::string global_setup;
  std::string language = "cpp";
  int threads = 1;
};

/// --setup and --global: what surrounds the statement.
void add_setup_options(CLI::App& command, Statement& statement);

Case to_case(const Statement& statement);

}  // namespace quern
