// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/time_command.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "harness/cli/commands/measure_and_report.hpp"
#include "harness/cli/options/measuring_options.hpp"
#include "harness/cli/options/statement.hpp"
#include "harness/cli/options/whole_number.hpp"

namespace quern {
namespace {

struct TimeCommandOptions {
  Statement statement;
  MeasuringCommandOptions measuring;
};

}  // namespace

Command add_time_command(CLI::App& app) {
  auto options = std::make_shared<TimeCommandOptions>();  // CLI11 and the command both refer to it
  CLI::App* command = app.add_subcommand("time", "Measure one statement, like python -m timeit, but exact");
  command->add_option("STMT", options->statement.stmt, "The statement")->required();
  add_setup_options(*command, options->statement);
  command->add_option("-l,--language", options->statement.language, "cpp or python")
      ->check(CLI::IsMember({"cpp", "python"}))
      ->type_name("NAME")
      ->capture_default_str();
  command->add_option("--threads", options->statement.threads, "Number of threads")
      ->check(whole_number(1, 4096))
      ->type_name("N")
      ->capture_default_str();
  add_measuring_options(*command, options->measuring);
  add_run_options(*command, options->measuring);
  options->measuring.time_alone = true;
  command->footer(
      "Examples:\n"
      "  quern time 'x + w' -s 'auto x = torch::ones({4, 4}); auto w = torch::ones({4, 4})'\n"
      "  quern time 'torch::empty({0})' --metrics alloc\n"
      "  quern time -l python 'x + 1' -s 'x = torch.ones((4, 4))'\n"
      "  quern time 'torch::empty({0})' --metrics time -v");
  return {command, [options](const Settings& settings, Streams streams) {
            return measure_and_report({to_case(options->statement)}, options->measuring, settings, streams);
          }};
}

}  // namespace quern
