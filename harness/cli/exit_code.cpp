// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/exit_code.hpp"

#include <algorithm>

namespace quern {

ExitCode exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
    case ErrorKind::definition:
      return ExitCode::usage;
    case ErrorKind::environment:
      return ExitCode::environment;
    case ErrorKind::interrupted:
      return ExitCode::interrupted;
    case ErrorKind::internal:
      break;
  }
  return ExitCode::internal;
}

ExitCode exit_code(const Run& run) {
  if (run.interrupted) return ExitCode::interrupted;
  const auto failed = [](const CaseResult& result) { return result.status == Status::failed; };
  if (std::any_of(run.cases.begin(), run.cases.end(), failed)) return ExitCode::case_failed;
  return run.stable ? ExitCode::ok : ExitCode::unstable;
}

ExitCode exit_code(const Comparison& comparison) {
  if (comparison.interrupted) return ExitCode::interrupted;
  const auto failed = [](const CaseComparison& compared) { return compared.failed; };
  if (std::any_of(comparison.cases.begin(), comparison.cases.end(), failed)) return ExitCode::case_failed;
  return comparison.stable ? ExitCode::ok : ExitCode::unstable;
}

ExitCode exit_code(const Check& check) {
  if (!check.blocking.empty()) return ExitCode::environment;
  if (!check.comparison.stable || !check.unpinned.empty()) return ExitCode::unstable;
  bool only_failed = check.expired.empty();
  for (const CheckedCase& entry : check.cases)
    if (entry.fails() && entry.finding != Finding::failed) only_failed = false;
  if (check.fails()) return only_failed ? ExitCode::case_failed : ExitCode::regression;
  return check.undecided() ? ExitCode::unstable : ExitCode::ok;
}

ExitCode exit_code(const Verification& verification) {
  if (verification.interrupted) return ExitCode::interrupted;
  if (verification.count(Agreement::failed) > 0) return ExitCode::case_failed;
  return verification.count(Agreement::differs) > 0 ? ExitCode::unstable : ExitCode::ok;
}

ExitCode exit_code(const Backtest& backtest) {
  if (backtest.interrupted) return ExitCode::interrupted;
  const auto is_ok = [](const BacktestBuild& build) { return build.ok(); };
  if (std::none_of(backtest.builds.begin(), backtest.builds.end(), is_ok)) return ExitCode::environment;
  if (!std::all_of(backtest.builds.begin(), backtest.builds.end(), is_ok)) return ExitCode::case_failed;
  for (const BacktestCase& entry : backtest.cases)
    for (const BacktestValue& value : entry.values)
      if (value.status == Status::failed) return ExitCode::case_failed;
  const auto is_stable = [](const BacktestBuild& build) { return build.stable; };
  return std::all_of(backtest.builds.begin(), backtest.builds.end(), is_stable) ? ExitCode::ok : ExitCode::unstable;
}

ExitCode exit_code(const Bisection& bisection) {
  if (bisection.interrupted) return ExitCode::interrupted;
  const auto has_number = [](const BisectPoint& point) { return point.value.measured(); };
  const auto numbers = std::count_if(bisection.measured.begin(), bisection.measured.end(), has_number);
  return numbers < 2 ? ExitCode::environment : ExitCode::ok;  // of one build nothing can be said
}

}  // namespace quern
