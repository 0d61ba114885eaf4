// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/check_command.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <ctime>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "harness/cli/commands/check_hints.hpp"
#include "harness/cli/commands/check_reports.hpp"
#include "harness/cli/commands/measure_and_report.hpp"
#include "harness/cli/options/measuring_options.hpp"
#include "harness/cli/options/output_file.hpp"
#include "harness/cli/options/selection_options.hpp"
#include "harness/cli/options/store_option.hpp"
#include "harness/cli/options/whole_number.hpp"
#include "harness/compare/check.hpp"
#include "harness/model/case_time.hpp"
#include "harness/model/metrics.hpp"
#include "harness/process/interrupt.hpp"
#include "harness/process/shell_line.hpp"
#include "harness/runs/check_history.hpp"
#include "harness/runs/check_sides.hpp"
#include "harness/runs/selection.hpp"
#include "harness/settings/check_rules.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

// Of a side, and of both; the other names are findings, of a case.
constexpr const char* kAllowUnpinned = "unpinned";
constexpr const char* kAllowInstallation = "installation";

struct CheckCommandOptions {
  std::string base;
  std::string head;
  Selection selection;
  MeasuringCommandOptions measuring;
  bool strict = false;
  bool allow_different = false;
  bool no_confirm = false;
  std::vector<std::string> allowed;
  std::string rules;
  std::string waivers;
  std::string format = "table";
  std::vector<std::string> reports;
  std::size_t functions = 3;
};

// NOLINTNEXTLINE(readability-function-size): flag table
void add_options(CLI::App& command, CheckCommandOptions& options) {
  command.add_option("--base", options.base, "What is compared with: a stored run, its file, or an environment")
      ->type_name("RUN|ENV");
  command.add_option("--head", options.head, "What is judged (default: this environment, measured now)")
      ->type_name("RUN|ENV");
  command.add_flag("--strict", options.strict, "Where both sides are exact and no limit is set, accept no instruction");
  command
      .add_option("--rules", options.rules, "Settings, limits and waivers of this quern.yaml (default: the nearest)")
      ->type_name("REV:PATH|FILE");
  command.add_option("--waivers", options.waivers, "File of accepted findings (default: waivers.yaml by quern.yaml)")
      ->type_name("FILE");
  command
      .add_option("--allow", options.allowed,
                  "Pass in spite of these: added, disappeared, failed, skipped, redefined, unmeasured, unpinned, "
                  "installation")
      ->delimiter(',')
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false)
      ->check(CLI::IsMember(
          {"added", "disappeared", "failed", "skipped", "redefined", "unmeasured", kAllowUnpinned, kAllowInstallation}))
      ->type_name("NAME,...");
  command.add_flag("--allow-different", options.allow_different, "Judge runs of different machines or compilers");
  add_confirming_options(command, options.measuring);
  command.add_flag("--no-confirm", options.no_confirm, "Believe a change at once, as --layouts 1 does");
  command.add_option("--format", options.format, "table, json, csv, md, junit, sarif, or github (annotations)")
      ->check(CLI::IsMember(check_formats()))
      ->type_name("NAME");
  command.add_option("--report", options.reports, "Also write a report: md=comment.md; may be repeated")
      ->allow_extra_args(false)
      ->type_name("FORMAT=FILE");
  command.add_option("--explain", options.functions, "Name so many functions behind each change")
      ->check(whole_number(0, 1000))
      ->type_name("N")
      ->capture_default_str();
  add_selection_options(command, options.selection);
  add_measuring_options(command, options.measuring);
  add_saving_options(command, options.measuring);
}

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))); }

std::set<Finding> allowed_findings(const std::vector<std::string>& names) {
  std::set<Finding> findings;
  for (const std::string& name : names)
    if (name != kAllowUnpinned && name != kAllowInstallation) findings.insert(*finding_of(name));
  return findings;
}

// What a limit watches has to be measured.
MeasuringOptions with_watched(const CheckCommandOptions& options, const CheckRules& rules) {
  MeasuringOptions measuring = options.measuring;
  measuring.run.selection = recorded(options.selection);
  measuring.run.functions = true;  // so that a regression can be explained
  const std::set<std::string> watched = watched_metrics(rules);
  if (watched.contains(kTime))  // what would confirm a change measures counts
    throw Error(ErrorKind::definition, "a limit on 'time' cannot be judged yet",
                "take 'time' out of 'limits', and look at it with 'quern run --metrics ir,time'");
  for (const std::string& metric : watched) measuring.run.metrics.emplace_back(asked_by(metric));
  return measuring;
}

std::string reproduce(const CheckCommandOptions& options) {
  std::vector<std::string> words = {"quern", "check", "--base", options.base};
  const auto add = [&](const std::vector<std::string>& more) { words.insert(words.end(), more.begin(), more.end()); };
  if (!options.head.empty()) add({"--head", options.head});
  add(recorded(options.selection).words());
  add(measuring_words(options.measuring));
  if (!options.rules.empty()) add({"--rules", options.rules});
  if (options.strict) add({"--strict"});
  if (!options.waivers.empty()) add({"--waivers", options.waivers});
  for (const std::string& name : options.allowed) add({"--allow", name});
  if (options.allow_different) add({"--allow-different"});
  if (options.no_confirm) add({"--no-confirm"});
  return shell_line(words);
}

// A gate that fails without cause is switched off: what it would tell of is measured where everything lies elsewhere.
void confirm_changes(Check& check, CheckSides& sides, const CheckCommandOptions& options, Streams streams) {
  const std::set<std::string> ids = unconfirmed_ids(check);
  if (ids.empty() || !check.blocking.empty()) return;
  if (options.no_confirm || options.measuring.layouts == 1) {
    check.confirmation = Confirmation::not_wanted;
    return;
  }
  const std::vector<Elsewhere> elsewhere = sides.measure_elsewhere(ids, streams);
  if (elsewhere.empty())
    check.confirmation = Confirmation::not_possible;
  else if (sides.interrupted())
    check.confirmation = Confirmation::interrupted;
  else
    confirm(check, elsewhere, ids);
}

CheckOptions options_of(const CheckCommandOptions& options, const RulesOfCheck& read) {
  CheckOptions rules;
  rules.rules = read.rules;
  rules.rules.strict = options.strict;
  rules.waivers = read.waivers;
  rules.allowed = allowed_findings(options.allowed);
  rules.allow_different = options.allow_different;
  const auto is_allowed = [&](const char* name) {
    return std::find(options.allowed.begin(), options.allowed.end(), name) != options.allowed.end();
  };
  rules.allow_unpinned = is_allowed(kAllowUnpinned);
  rules.allow_installation = is_allowed(kAllowInstallation);
  rules.today = today();
  return rules;
}

// What a check cannot know by itself: how it was asked for.
void describe(Check& check, const CheckSides& sides, const CheckCommandOptions& options) {
  const SideSource& base = sides.base_source();
  const SideSource& head = sides.head_source();
  check.base = {base.text, base.is_measured(), sides.base().commit};
  check.head = {head.text.empty() ? "this environment" : head.text, head.is_measured(), sides.head().commit};
  check.reproduce = reproduce(options);
  check.rebase = rebase_command(base, head, {options.selection, options.measuring});
}

// Without a report: half of a comparison would look like a whole one.
void report_interrupt(const CheckCommandOptions& options, std::ostream& err) {
  const std::string& name = options.measuring.save;
  fmt::print(err, "quern: interrupted before it could judge; {}\n",
             name.empty() ? "nothing is kept (--save NAME keeps what was measured of the head)"
                          : fmt::format("what was measured of the head is kept ({})", name));
}

ExitCode run_check(const CheckCommandOptions& options, const Settings& settings, Streams streams) {
  remember_interrupts();     // runs and definitions are read before anything is measured
  if (options.base.empty())  // it may stand in quern.yaml, so that the parser cannot ask for it
    throw Error(ErrorKind::usage, "no --base to compare with", "a baseline is made by 'quern run --save NAME'");
  const fs::path store = store_path(options.measuring.store, settings);
  const RulesOfCheck read = read_check_rules(settings, options.waivers, !options.rules.empty());
  const SideSource base = side_source(options.base, store, settings.environments());
  CheckOptions rules = options_of(options, read);
  if (!base.is_measured()) rules.history = history_of(base.text, store);
  const OutputFile output(options.measuring.output);
  const CheckReports reports(options.reports);
  CheckSides sides({base, side_source(options.head, store, settings.environments()), options.selection,
                    with_watched(options, rules.rules), store});
  sides.measure(streams);
  if (sides.interrupted()) {
    report_interrupt(options, streams.err);
    return ExitCode::interrupted;
  }
  Check check = check_runs(sides.base(), sides.head(), rules);
  check.rules = read.origin;
  describe(check, sides, options);
  confirm_changes(check, sides, options, streams);
  const CheckReportOptions report{use_color(options.measuring), options.functions};
  write_result(output, render_check(check, options.format, report), streams.out);
  reports.write(check, report);
  report_state(false, check.comparison.stable, streams.err);
  return sides.interrupted() ? ExitCode::interrupted : exit_code(check);
}

}  // namespace

Command add_check_command(CLI::App& app) {
  auto options = std::make_shared<CheckCommandOptions>();  // CLI11 and the command both refer to it
  CLI::App* command = app.add_subcommand("check", "The gate for pull requests: fail if a case became slower");
  add_options(*command, *options);
  command->footer(
      "Examples:\n"
      "  quern run --save main                       the baseline, in the store\n"
      "  quern check --base main                     this environment, measured now, against it\n"
      "  quern check --base main.json --head pr.json --report md=comment.md --report junit=check.xml\n"
      "  quern check --base 'source envs/main/bin/activate' --head 'source envs/pr/bin/activate' -f pointwise/\n\n"
      "Exit codes: 0 passed, 1 a case failed, 2 wrong usage or definition, 3 a regression beyond a limit, or a case\n"
      "that is not watched any more, 4 base and head cannot be compared, or something is missing, 5 cannot be judged:\n"
      "not stable enough, a side lacks a number, or a case is new and not allowed to be, 130 interrupted.");
  return {command,
          [options](const Settings& settings, Streams streams) { return run_check(*options, settings, streams); }};
}

}  // namespace quern
