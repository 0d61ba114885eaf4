// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/measure_and_report.hpp"

#include <fmt/ostream.h>

#include <optional>
#include <utility>

#include "harness/cli/options/output_file.hpp"
#include "harness/cli/options/store_option.hpp"
#include "harness/runs/kept_run.hpp"
#include "harness/runs/measure_runs.hpp"

namespace quern {

void report_state(bool interrupted, bool stable, std::ostream& err) {
  if (interrupted) fmt::print(err, "quern: interrupted; what was measured until then is kept\n");
  if (!stable) fmt::print(err, "quern: the sentries moved: this run is not stable enough to judge by\n");
}

ExitCode measure_and_report(const std::vector<Case>& cases, const MeasuringCommandOptions& options,
                            const Settings& settings, Streams streams) {
  check_options(options);
  OutputFile output(options.output);  // before hours of work: can it be written at all?
  EnvironmentSpec environment = settings.environment(options.environment);
  environment.layout = options.first_layout;
  std::optional<KeptRun> kept;
  if (!options.save.empty() || !options.resume.empty())
    kept.emplace(cases, options, store_path(options.store, settings));
  Run run = kept ? kept->measure(environment, streams)
                 : Run(std::move(measure_runs({cases, {{environment}}}, options, streams).front()));
  if (!kept) measure_elsewhere(run, {cases, {{environment}}}, options, streams);
  write_result(output, render_run(run, options.format, use_color(options)), streams.out);
  report_state(run.interrupted, run.stable, streams.err);
  if (kept) kept->finish(streams.err);
  return exit_code(run);
}

}  // namespace quern
