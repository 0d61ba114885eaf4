// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/time_command.hpp"

#include <memory>
#include <string>

#include "harness/cli/run_options.hpp"
#include "worker/protocol/definition_hash.hpp"
#include "worker/protocol/timer_args.hpp"

namespace quern {
namespace {

struct TimeOptions {
  std::string stmt;
  std::string setup;
  std::string global_setup;
  std::string language = "cpp";
  int threads = 1;
  MeasuringOptions measuring;
};

// People type `x + w`, without the semicolon that C++ wants; on a line of its own, behind a comment that may be there.
std::string with_semicolon(std::string code, const std::string& language) {
  while (code.ends_with(' ') || code.ends_with('\n')) code.pop_back();
  if (language != "cpp" || code.empty() || code.ends_with(';')) return code;
  return code + (code.find("//") == std::string::npos ? ";" : "\n;");
}

TimerArgs to_case(const TimeOptions& options) {
  TimerArgs args;
  args.label = {"time"};
  args.runtime = Runtime::explicit_;
  args.pass = Pass::explicit_;
  args.language = options.language == "cpp" ? Language::cpp : Language::python;
  args.num_threads = options.threads;
  args.definition = {"command line", 1, 1};
  args.stmt = Code(with_semicolon(options.stmt, options.language), {"STMT", 1, 1});
  args.setup = Code(with_semicolon(options.setup, options.language), {"SETUP", 1, 1});
  args.global_setup = Code(options.global_setup, {"GLOBAL", 1, 1});
  args.id = make_id(args);
  args.definition_hash = definition_hash(args);
  return args;
}

}  // namespace

Command add_time_command(CLI::App& app) {
  auto options = std::make_shared<TimeOptions>();  // CLI11 and the command both refer to it
  CLI::App* command = app.add_subcommand("time", "Measure one statement, like python -m timeit, but exact");
  command->add_option("STMT", options->stmt, "The statement")->required();
  command->add_option("-s,--setup", options->setup, "Code that runs before, in the same scope")->type_name("CODE");
  command->add_option("-g,--global", options->global_setup, "Code at namespace or module level: #include, functions")
      ->type_name("CODE");
  command->add_option("-l,--language", options->language, "cpp or python")
      ->check(CLI::IsMember({"cpp", "python"}))
      ->type_name("NAME")
      ->capture_default_str();
  command->add_option("--threads", options->threads, "Number of threads")
      ->check(CLI::Range(1, 4096))
      ->type_name("N")
      ->capture_default_str();
  add_measuring_options(*command, options->measuring);
  command->footer(
      "Examples:\n"
      "  quern time 'x + w' -s 'auto x = torch::ones({4, 4}); auto w = torch::ones({4, 4})'\n"
      "  quern time 'torch::empty({0})' --metrics alloc\n"
      "  quern time -l python 'x + 1' -s 'x = torch.ones((4, 4))'");
  return {command,
          [options](Streams streams) { return measure_and_report({to_case(*options)}, options->measuring, streams); }};
}

}  // namespace quern
