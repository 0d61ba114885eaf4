// SPDX-License-Identifier: Apache-2.0
#include "harness/report/backtest/backtest_csv.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <string>

#include "harness/report/text/csv.hpp"

namespace quern {
namespace {

std::string value_fields(const BacktestValue& value) {
  if (!value.measured()) return fmt::format("{},,,", to_string(value.status));
  return fmt::format("ok,{},{},{}", csv_field(value.verdict), value.instructions, value.spread);
}

std::string step_fields(const BacktestCase& entry, std::size_t build) {
  const auto found = std::find_if(entry.steps.begin(), entry.steps.end(),
                                  [build](const BacktestStep& step) { return step.at == build; });
  return found == entry.steps.end() ? "0," : fmt::format("1,{}", found->delta());
}

}  // namespace

void write_backtest_csv(const Backtest& backtest, std::ostream& out) {
  out << "id,build,torch_version,python,status,verdict,instructions,spread,step,delta,failure\n";
  for (const BacktestCase& entry : backtest.cases)
    for (std::size_t i = 0; i < backtest.builds.size(); ++i) {
      const BacktestBuild& build = backtest.builds[i];
      fmt::print(out, "{},{},{},{},{},{},{}\n", csv_field(entry.args.id), csv_field(build.name),
                 csv_field(build.torch_version), csv_field(build.python), value_fields(entry.values[i]),
                 step_fields(entry, i), csv_field(entry.values[i].failure));
    }
}

}  // namespace quern
