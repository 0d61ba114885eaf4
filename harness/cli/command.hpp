// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "base/streams.hpp"
#include "harness/cli/cli11_fwd.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/settings/settings.hpp"

namespace quern {

/// One subcommand: its options, and what to do once they are parsed.
struct Command {
  CLI::App* app = nullptr;
  std::function<ExitCode(const Settings& settings, Streams streams)> run;
};

}  // namespace quern
