// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/verdict.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "harness/measure/loop.hpp"

namespace quern {
namespace {

/// What each pair of windows gives per iteration, for the events that both of its windows count.
std::vector<EventCosts> pair_costs(const std::vector<Window>& windows) {
  std::vector<EventCosts> costs;
  for (std::size_t i = 0; i + 1 < windows.size(); i += 2) {
    const Window& shorter = windows[i];
    const Window& longer = windows[i + 1];
    EventCosts& pair = costs.emplace_back();
    for (const auto& [event, count] : shorter.events) {
      const auto other = longer.events.find(event);
      if (other == longer.events.end()) continue;
      const double difference = static_cast<double>(other->second) - static_cast<double>(count);
      pair[event] = difference / static_cast<double>(longer.iterations - shorter.iterations);
    }
  }
  return costs;
}

/// Counts of one event per iteration, a value for each pair that has it.
std::vector<double> counts_of(const std::string& event, const std::vector<EventCosts>& pairs) {
  std::vector<double> counts;
  for (const EventCosts& pair : pairs)
    if (const auto found = pair.find(event); found != pair.end()) counts.push_back(found->second);
  return counts;
}

double median(std::vector<double> counts) {
  std::sort(counts.begin(), counts.end());
  return counts[(counts.size() - 1) / 2];
}

// Agreement that comes after the first repeats, and stays: caches fill, then nothing changes any more. Most of the
// repeats must come after the last one that differs.
bool settles(const std::vector<double>& counts) {
  const auto differs = [&](double count) { return count != counts.back(); };
  const auto equal = std::find_if(counts.rbegin(), counts.rend(), differs) - counts.rbegin();
  return counts.size() >= 3 && static_cast<std::size_t>(equal) * 2 > counts.size();
}

EventCosts event_costs(const std::vector<EventCosts>& pairs) {
  EventCosts costs;
  for (const EventCosts& pair : pairs)
    for (const auto& [event, count] : pair)
      if (!costs.contains(event)) costs[event] = median(counts_of(event, pairs));  // what most agree on is the median
  return costs;
}

double cost_of(const Metric& metric, const EventCosts& costs) {
  double sum = 0;
  for (const WeightedEvent& part : metric.events)
    if (const auto found = costs.find(part.event); found != costs.end()) sum += part.weight * found->second;
  return sum;
}

bool is_known(const Metric& metric, const EventCosts& costs) {
  return !metric.events.empty() && costs.contains(metric.events.front().event);
}

double spread_of(const Metric& metric, const std::vector<EventCosts>& pairs) {
  std::vector<double> costs;
  for (const EventCosts& pair : pairs)
    if (is_known(metric, pair)) costs.push_back(cost_of(metric, pair));
  const auto [least, most] = std::minmax_element(costs.begin(), costs.end());
  return *most - *least;
}

MetricValues values_of(const std::vector<EventCosts>& pairs, const EventCosts& loop) {
  const EventCosts costs = without_loop(event_costs(pairs), loop);
  MetricValues values;
  for (const Metric& metric : known_metrics())
    if (is_known(metric, costs)) values[std::string(metric.name)] = {cost_of(metric, costs), spread_of(metric, pairs)};
  return values;
}

}  // namespace

std::vector<double> pair_counts(const std::vector<Window>& windows) { return counts_of("Ir", pair_costs(windows)); }

double instructions_in(const EventCosts& costs) {
  const auto found = costs.find("Ir");
  return found == costs.end() ? 0 : found->second;
}

Measurement judge(std::vector<Window> windows, const EventCosts& loop) {
  const std::vector<double> counts = pair_counts(windows);
  QUERN_ASSERT(!counts.empty());
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
  Measurement measurement;
  measurement.verdict = *least == *most ? Verdict::exact : settles(counts) ? Verdict::settled : Verdict::jitter;
  measurement.values = values_of(pair_costs(windows), loop);
  measurement.windows = std::move(windows);
  return measurement;
}

std::optional<EventCosts> repeated_cost(const std::vector<Window>& windows) {
  const bool exact = judge(windows, {}).verdict == Verdict::exact;
  return exact ? std::optional(event_costs(pair_costs(windows))) : std::nullopt;
}

}  // namespace quern
