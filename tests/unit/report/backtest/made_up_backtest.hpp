// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/compare/backtest.hpp"

namespace quern::test {

/// Counts over builds b0, b1, …; below 0: skipped. Every change is a step with one function.
inline BacktestCase backtest_case(const std::vector<std::string>& label, const std::vector<double>& counts) {
  BacktestCase entry;
  entry.args.label = label;
  entry.args.id = make_id(entry.args);
  for (const double count : counts) {
    BacktestValue& value = entry.values.emplace_back();
    value.status = count < 0 ? Status::skipped : Status::ok;
    value.instructions = count < 0 ? 0 : count;
    value.verdict = count < 0 ? "" : "exact";
    value.failure = count < 0 ? "needs torch >=2" : "";
    value.failure_kind = count < 0 ? "requirement" : "";
  }
  entry.steps = steps_of(entry.values, {});
  for (BacktestStep& step : entry.steps) step.functions = {{"f<1>(int)", "f.cpp", "libtorch_cpu.so", step.delta()}};
  return entry;
}

inline Backtest made_up_backtest(std::size_t builds, std::vector<BacktestCase> cases) {
  Backtest backtest;
  for (std::size_t i = 0; i < builds; ++i)
    backtest.builds.push_back({"b" + std::to_string(i), "2." + std::to_string(i) + ".0"});
  backtest.cases = std::move(cases);
  return backtest;
}

}  // namespace quern::test
