// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/options/selection_options.hpp"
#include "harness/cli/options/whole_number.hpp"

#include <CLI/CLI.hpp>

namespace quern {
namespace {

constexpr int kMostThreads = 4096;

}  // namespace

void add_suite_argument(CLI::App& command, Selection& selection) {
  command.add_option("SUITE", selection.suites, "Definitions file or folder (default: the standard suite)");
}

void add_selection_options(CLI::App& command, Selection& selection) {
  add_suite_argument(command, selection);
  add_narrowing_options(command, selection);
}

void add_narrowing_options(CLI::App& command, Selection& selection) {
  command.add_option("-f,--filter", selection.filter, "Keep cases whose id matches this regular expression")
      ->type_name("REGEX");
  // No extra arguments: in `--tag classic my.yaml` the file is the SUITE, not a second tag.
  command.add_option("--tag", selection.tags, "Keep cases with one of these tags")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME,...");
  command.add_option("--language", selection.languages, "Keep cases in these languages: cpp, python")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"cpp", "python"}))
      ->type_name("NAME,...");
  command.add_option("--shard", selection.shard, "Keep the Ith of N parts of what is left")->type_name("I/N");
  command.add_flag("--no-cpp", selection.no_cpp, "Leave C++ cases out");
  command.add_flag("--no-python", selection.no_python, "Leave Python cases out");
  command.add_option("--threads", selection.threads, "Keep cases with these numbers of threads")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(whole_number(1, kMostThreads))
      ->type_name("N,...");
}

}  // namespace quern
