// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "expand/case/case.hpp"
#include "harness/environment/environment_spec.hpp"
#include "harness/measure/run_options.hpp"

namespace quern {

/// How a case is compiled and measured, as lines for a shell.
struct CommandLines {
  std::string compile;  // of snippets.cpp, the generated source; empty for Python
  std::string measure;  // of the server, whose private folder is called FOLDER; empty if the case cannot be built
  std::string problem;  // why it cannot
};

/// Builds what a run would, and starts nothing of it. Throws Error(environment or usage) as a run would.
CommandLines command_lines(const Case& args, const EnvironmentSpec& spec, const RunContext& context);

}  // namespace quern
