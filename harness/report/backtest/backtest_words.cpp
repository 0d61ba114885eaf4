// SPDX-License-Identifier: Apache-2.0
#include "harness/report/backtest/backtest_words.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/printable.hpp"
#include "harness/report/text/text.hpp"

namespace quern {
namespace {

constexpr std::size_t kLongestTitle = 14;

double size_of(const NamedStep& named) { return std::abs(std::log(named.step->ratio())); }

}  // namespace

std::vector<std::string> build_titles(const Backtest& backtest) {
  std::map<std::string, int> versions;
  for (const BacktestBuild& build : backtest.builds) ++versions[build.torch_version];
  std::vector<std::string> titles;
  for (const BacktestBuild& build : backtest.builds) {
    const bool use_version = character_count(build.name) > kLongestTitle && !build.torch_version.empty() &&
                             versions[build.torch_version] == 1;
    titles.push_back(shown(use_version ? build.torch_version : build.name, kLongestTitle));
  }
  return titles;
}

std::vector<double> counts_of(const BacktestCase& entry) {
  std::vector<double> counts;
  for (const BacktestValue& value : entry.values)
    counts.push_back(value.measured() ? value.instructions : std::numeric_limits<double>::quiet_NaN());
  return counts;
}

std::vector<CaseEnds> ends_of(const BacktestCase& entry) {
  const auto measured = [](const BacktestValue& value) { return value.measured(); };
  const auto first = std::find_if(entry.values.begin(), entry.values.end(), measured);
  if (first == entry.values.end()) return {};
  const auto last = std::find_if(entry.values.rbegin(), entry.values.rend(), measured);
  return {{static_cast<std::size_t>(first - entry.values.begin()),
           static_cast<std::size_t>(entry.values.rend() - last) - 1}};
}

std::vector<NamedStep> largest_steps(const std::vector<const BacktestCase*>& cases, std::size_t most) {
  std::vector<NamedStep> steps;
  for (const BacktestCase* entry : cases)
    for (const BacktestStep& step : entry->steps) steps.push_back({entry, &step});
  std::stable_sort(steps.begin(), steps.end(),
                   [](const NamedStep& a, const NamedStep& b) { return size_of(a) > size_of(b); });
  if (steps.size() > most) steps.resize(most);
  return steps;
}

std::string step_percent(const BacktestStep& step) {
  return step.a > 0 && step.b > 0 ? percent_of(step.ratio()) : std::string{};
}

}  // namespace quern
