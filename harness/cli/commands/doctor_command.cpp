// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/doctor_command.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <set>

#include "base/printable.hpp"
#include "harness/process/interrupt.hpp"
#include "harness/process/process_runner.hpp"

namespace quern {
namespace {

std::string state_of(const ToolCheck& finding) {
  switch (finding.state) {
    case ToolCheck::State::found:
      return finding.version.empty() ? "found" : finding.version;
    case ToolCheck::State::too_old:
      return fmt::format("{}: too old", finding.version);
    case ToolCheck::State::missing:
      break;
  }
  return finding.required ? "MISSING" : "not here";
}

std::string_view mark_of(const ToolCheck& finding) {
  if (finding.state == ToolCheck::State::found) return "ok";
  return finding.required ? "!!" : "--";
}

}  // namespace

ExitCode report_findings(const std::vector<ToolCheck>& findings, std::ostream& out) {
  std::set<std::string> packages;
  for (const ToolCheck& finding : findings) {
    const std::string& detail = finding.where.empty() ? finding.use : finding.where;
    fmt::print(out, "{}  {:<17} {:<16} {}\n", mark_of(finding), finding.name, printable(state_of(finding)),
               printable(detail));
    if (finding.blocks()) packages.insert(finding.package);
  }
  if (packages.empty()) {
    fmt::print(out, "\nEverything that is needed is here.\n");
    return ExitCode::ok;
  }
  fmt::print(out, "\nTo get what is missing, as root:\n  apt-get install {}\n", fmt::join(packages, " "));
  return ExitCode::environment;
}

Command add_doctor_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("doctor", "Check that every tool and library is here, and say how to get it");
  command->footer("Example:\n  quern doctor\n\nExit code 4 if something that is needed is missing.");
  return {command, [](const Settings&, Streams streams) {
            remember_interrupts();
            const std::unique_ptr<ProcessRunner> runner = make_process_runner();
            return report_findings(check_up(*runner, current_environment()), streams.out);
          }};
}

}  // namespace quern
