// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/options/build_options.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <optional>
#include <utility>

#include "base/error.hpp"
#include "harness/compare/limit.hpp"

namespace quern {

void add_build_options(CLI::App& command, BuildOptions& options) {
  // No extra arguments: in `--env a my.yaml` the file is the SUITE, not a second environment.
  command
      .add_option("--env", options.environments, "A build, in the order of the list: a name from quern.yaml, or a "
                                                 "shell command; once for each")
      ->allow_extra_args(false)
      ->type_name("ENV");
  command.add_option("--step", options.least_step, "Changes up to so much are no steps, as in 0.5% (default: none is)")
      ->type_name("PERCENT");
  command.add_flag("--fresh", options.fresh, "Measure what the store already has, too");
}

StepRule step_rule(const BuildOptions& options) {
  if (options.least_step.empty()) return {};
  const std::optional<Limit> limit = parse_limit(options.least_step);
  if (!limit || !limit->percent || limit->absolute)
    throw Error(ErrorKind::usage, fmt::format("'{}' is no share of a count", options.least_step),
                "give a percentage: --step 0.5%");
  return {*limit->percent / 100};
}

BuildSource named_builds(const BuildOptions& options, const Settings& settings) {
  std::vector<EnvironmentSpec> environments;
  for (const std::string& text : options.environments) environments.push_back(settings.environment(text));
  BuildSource source = builds_of(std::move(environments));
  if (source.names.size() < 2)
    throw Error(ErrorKind::usage, "fewer than two builds: there is nothing to compare",
                "--env ENV names one, once for each");
  return source;
}

}  // namespace quern
