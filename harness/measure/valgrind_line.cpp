// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/valgrind_line.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/environment/elf.hpp"
#include "harness/model/metrics.hpp"
#include "worker/protocol/keys.h"

namespace quern {
namespace {

void add_metric_options(const std::vector<std::string>& asked, std::vector<std::string>& arguments) {
  for (const MetricWord& word : metric_words()) {
    const bool wanted = std::find(asked.begin(), asked.end(), word.word) != asked.end();
    if (!word.callgrind_option.empty())
      arguments.push_back(fmt::format("{}={}", word.callgrind_option, wanted ? "yes" : "no"));
  }
}

}  // namespace

namespace fs = std::filesystem;

std::vector<std::string> valgrind_arguments(const ServerSpec& spec, const fs::path& folder) {
  std::vector<std::string> arguments = {"-q",
                                        "--tool=callgrind",
                                        "--vgdb=no",
                                        "--instr-atstart=no",
                                        "--dump-line=no",
                                        "--skip-plt=no",     // or every call through the PLT is counted once too often
                                        "--fair-sched=yes",  // threads take turns in the order in which they ask
                                        fmt::format("--callgrind-out-file={}/" QUERN_FILE_DUMPS "/%p", folder.string()),
                                        fmt::format("--log-file={}/valgrind.log", folder.string())};
  add_metric_options(spec.metrics, arguments);
  // The loader's cache lies among the libraries while it is read: every package that is installed changes its size,
  // and with it all addresses behind it.
  if (const std::string loader = program_interpreter(folder / spec.command.front()); !loader.empty())
    arguments.insert(arguments.end(), {loader, "--inhibit-cache"});
  arguments.insert(arguments.end(), spec.command.begin(), spec.command.end());
  arguments.emplace_back(spec.isolation == Isolation::fork ? QUERN_ISOLATION_FORK : QUERN_ISOLATION_PROCESS);
  return arguments;
}

}  // namespace quern
