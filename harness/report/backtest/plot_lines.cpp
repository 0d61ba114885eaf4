// SPDX-License-Identifier: Apache-2.0
#include "harness/report/backtest/plot_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/report/backtest/backtest_words.hpp"
#include "harness/report/text/text.hpp"

namespace quern {
namespace {

std::string joined_labels(const Case& args, std::size_t begin, std::size_t end) {
  const auto first = args.label.begin() + static_cast<std::ptrdiff_t>(std::min(begin, args.label.size()));
  const auto last = args.label.begin() + static_cast<std::ptrdiff_t>(std::min(end, args.label.size()));
  return fmt::format("{}", fmt::join(first, last, " / "));
}

std::string line_name(const Case& args, std::size_t depth, bool with_how) {
  std::string name = joined_labels(args, std::min(depth, args.label.size() - 1), args.label.size());
  return with_how ? fmt::format("{}  {}", name, how_run(args)) : name;
}

PlotLine line_of(const BacktestCase& entry, PlotScale scale) {
  PlotLine line{&entry, "", counts_of(entry)};
  double lowest = std::numeric_limits<double>::infinity();
  double highest = 0;
  double first = 0;
  for (double& value : line.values) {
    if (!(value > 0)) {
      value = std::numeric_limits<double>::quiet_NaN();
      continue;
    }
    if (first == 0) first = value;
    lowest = std::min(lowest, value);
    highest = std::max(highest, value);
  }
  line.change = highest > 0 ? std::log(highest / lowest) : 0;
  if (scale == PlotScale::relative)
    for (double& value : line.values) value /= first;
  return line;
}

bool has_count(const PlotLine& line) {
  return std::any_of(line.values.begin(), line.values.end(), [](double value) { return std::isfinite(value); });
}

}  // namespace

std::vector<PlotGroup> plot_groups(const Backtest& backtest, std::size_t depth) {
  std::vector<PlotGroup> groups;
  for (const BacktestCase& entry : backtest.cases) {
    if (!has_count(line_of(entry, PlotScale::count))) continue;
    const std::string name = joined_labels(entry.args, 0, depth);
    auto found = std::find_if(groups.begin(), groups.end(), [&](const PlotGroup& group) { return group.name == name; });
    if (found == groups.end()) found = groups.insert(groups.end(), {name, {}});
    found->cases.push_back(&entry);
  }
  return groups;
}

std::string common_how(const PlotGroup& group) {
  const std::string how = how_run(group.cases.front()->args);
  const auto is_same = [&](const BacktestCase* entry) { return how_run(entry->args) == how; };
  return std::all_of(group.cases.begin(), group.cases.end(), is_same) ? how : "";
}

std::vector<PlotLine> plot_lines(const PlotGroup& group, PlotScale scale, std::size_t depth) {
  const bool with_how = common_how(group).empty();
  std::vector<PlotLine> lines;
  for (const BacktestCase* entry : group.cases) {
    lines.push_back(line_of(*entry, scale));
    lines.back().name = line_name(entry->args, depth, with_how);
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const PlotLine& a, const PlotLine& b) { return a.change > b.change; });
  return lines;
}

PlotMean mean_of(const std::vector<PlotLine>& lines) {
  PlotMean mean;
  if (lines.empty()) return mean;
  const std::size_t builds = lines.front().values.size();
  const auto is_used = [&](std::size_t build) {
    return std::any_of(lines.begin(), lines.end(),
                       [build](const PlotLine& line) { return std::isfinite(line.values[build]); });
  };
  std::vector<const PlotLine*> whole;
  for (const PlotLine& line : lines) {
    bool complete = true;
    for (std::size_t i = 0; i < builds; ++i) complete = complete && (!is_used(i) || std::isfinite(line.values[i]));
    if (complete) whole.push_back(&line);
  }
  mean.cases = whole.size();
  for (std::size_t i = 0; i < builds && mean.cases > 1; ++i) {
    double sum = 0;
    for (const PlotLine* line : whole) sum += std::log(line->values[i]);
    mean.values.push_back(std::exp(sum / static_cast<double>(mean.cases)));
  }
  return mean;
}

}  // namespace quern
