// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/backtest_run.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <map>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "harness/process/interrupt.hpp"
#include "harness/report/text/text.hpp"

namespace quern {
namespace {

/// Which build it is, of how many.
struct BuildNumber {
  std::size_t number = 1;
  std::size_t of = 1;
  const std::string& name;
};

std::string outcome_text(const BuildRun& found) {
  if (found.interrupted && !found.run) return "interrupted";
  if (!found.run) return "failed: " + first_line(found.failure);
  if (found.measured == 0) return "all cases are in the store";
  const std::size_t known = found.run->cases.size() - found.measured;
  std::string text = fmt::format("{} case{} measured", found.measured, found.measured == 1 ? "" : "s");
  if (known > 0) text += fmt::format(", {} in the store", known);
  if (!found.run->stable) text += "; not stable";
  return text + (found.interrupted ? "; interrupted" : "");
}

void say(const BuildNumber& build, const BuildRun& found, std::ostream& err) {
  fmt::print(err, "quern: {} ({} of {}): {}\n", printable(build.name), build.number, build.of, outcome_text(found));
  err.flush();
}

// A full installation and the C++ part of one do not count alike: between them there would be steps that are none.
void require_one_kind(const BuildSearch& search, std::string& kind, BuildRun& found) {
  if (!found.run || search.allow_installation) return;
  const std::string& own = found.run->environment.installation;
  if (kind.empty()) kind = own;
  if (own == kind) return;
  found.failure = fmt::format(
      "it is of the installation '{}', and those before of '{}', which do not count alike: "
      "--allow installation compares them all the same",
      own, kind);
  found.run.reset();
}

/// What explains a step later.
struct FoundCase {
  CaseResult result;
  Fingerprint environment;
};

void explain_step(const FoundCase& a, const FoundCase& b, std::size_t functions, BacktestStep& step) {
  step.changes = changed_conditions(a.environment, b.environment, a.result.args->language);
  if (a.result.measurement->functions && b.result.measurement->functions)
    step.functions = largest_functions(*a.result.measurement->functions, *b.result.measurement->functions, functions);
}

BacktestValue skipped_value(const std::string& reason) {
  BacktestValue value;
  value.failure_kind = "environment";
  value.failure = reason;
  return value;
}

}  // namespace

BacktestRun run_backtest(const BuildSearch& search, BuildRuns& runs, std::ostream& err) {
  BacktestBuilder builder(search.cases, search.rule, search.functions);
  BacktestRun result;
  const std::vector<std::string>& names = search.source.names;
  bool stopped = false;
  std::string kind;  // of installation: of the first build that has a run
  for (std::size_t i = 0; i < names.size() && !stopped; ++i) {
    BuildSource source = search.source;
    // While this build is measured, not before it is there.
    if (source.prepare)
      source.open = [&](std::size_t build) {
        EnvironmentSpec spec = search.source.open(build);
        std::size_t next = build + 1;
        while (next < names.size() && runs.is_stored(search.source, next)) ++next;
        if (next < names.size()) search.source.prepare(next);
        return spec;
      };
    BuildRun found = runs.run_of(source, i);
    require_one_kind(search, kind, found);
    say({i + 1, names.size(), names[i]}, found, err);
    stopped = found.interrupted || interrupted();
    if (found.run)
      builder.add(names[i], *found.run);
    else if (!found.interrupted)
      builder.add_failed(names[i], found.failure);
    result.stored.insert(result.stored.end(), found.stored.begin(), found.stored.end());
  }
  result.backtest = builder.finish(stopped);
  return result;
}

Bisection run_bisect(const BuildSearch& search, BuildRuns& runs, std::ostream& err) {
  QUERN_ASSERT(search.cases.size() == 1);
  const std::vector<std::string>& names = search.source.names;
  std::map<std::size_t, FoundCase> found;
  std::size_t tried = 0;
  std::string kind;
  const MeasureBuild measure = [&](std::size_t build) {
    BuildRun run = runs.run_of(search.source, build);
    require_one_kind(search, kind, run);
    say({++tried, names.size(), names[build]}, run, err);
    if (run.interrupted || interrupted()) throw Error(ErrorKind::interrupted, "interrupted");
    if (!run.run) return skipped_value(run.failure);
    if (run.run->cases.empty()) return skipped_value("not measured");
    // A count that cannot be trusted would be followed into the wrong half.
    if (!run.run->stable) return skipped_value("its sentries moved: not stable enough to judge by");
    const CaseResult& result = run.run->cases.front();
    if (result.measurement) found[build] = {result, run.run->environment};
    return value_of(result);
  };
  Bisection bisection = bisect(names, search.rule, measure);
  bisection.id = search.cases.front().id;
  for (BacktestStep& step : bisection.steps)
    explain_step(found.at(step.before), found.at(step.at), search.functions, step);
  return bisection;
}

}  // namespace quern
