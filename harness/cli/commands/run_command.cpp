// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/run_command.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "harness/cli/commands/measure_and_report.hpp"
#include "harness/cli/options/measuring_options.hpp"
#include "harness/cli/options/selection_options.hpp"
#include "harness/process/interrupt.hpp"
#include "harness/runs/selection.hpp"

namespace quern {
namespace {

struct RunCommandOptions {
  Selection selection;
  MeasuringCommandOptions measuring;
};

}  // namespace

Command add_run_command(CLI::App& app) {
  auto options = std::make_shared<RunCommandOptions>();  // CLI11 and the command both refer to it
  CLI::App* command = app.add_subcommand("run", "Measure the cases of a suite");
  add_selection_options(*command, options->selection);
  add_measuring_options(*command, options->measuring);
  add_run_options(*command, options->measuring);
  options->measuring.time_alone = true;
  command->footer(
      "Examples:\n"
      "  quern run                                  the standard suite\n"
      "  quern run -f 'pointwise/' --no-python      some of it\n"
      "  quern run my.yaml --format json -o run.json\n"
      "  quern run --env 'source envs/pr/bin/activate'   another LibTorch than the one found here\n"
      "  quern run --metrics cache,branch,alloc     beside instructions, simulated caches and allocations\n"
      "  quern run --metrics ir,time                beside instructions, wall-clock time without Valgrind\n\n"
      "Exit codes: 0 all is well, 1 a case failed, 2 wrong usage or definition, 4 something is missing,\n"
      "5 not stable enough to judge, 130 interrupted.");
  return {command, [options](const Settings& settings, Streams streams) {
            remember_interrupts();  // definitions are read before anything is measured
            const std::vector<Case> cases = select(load_cases(options->selection), options->selection);
            options->measuring.run.selection = recorded(options->selection);
            return measure_and_report(cases, options->measuring, settings, streams);
          }};
}

}  // namespace quern
