// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <ostream>
#include <vector>

#include "harness/cli/cli11_fwd.hpp"
#include "harness/cli/exit_code.hpp"

namespace quern {

/// Where a command writes: the result, and everything else.
struct Streams {
  std::ostream& out;
  std::ostream& err;
};

/// One subcommand: its options, and what to do once they are parsed.
struct Command {
  CLI::App* app = nullptr;
  std::function<ExitCode(Streams)> run;
};

}  // namespace quern
