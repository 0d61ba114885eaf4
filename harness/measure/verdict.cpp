// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/verdict.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace quern {
namespace {

/// Counts of one event per iteration, a value for each pair of windows.
std::vector<double> per_iteration(const std::vector<Window>& windows, const std::string& event) {
  std::vector<double> counts;
  for (std::size_t i = 0; i + 1 < windows.size(); i += 2) {
    const auto shorter = windows[i].events.find(event);
    const auto longer = windows[i + 1].events.find(event);
    if (shorter == windows[i].events.end() || longer == windows[i + 1].events.end()) continue;
    const double difference = static_cast<double>(longer->second) - static_cast<double>(shorter->second);
    counts.push_back(difference / static_cast<double>(windows[i + 1].iterations - windows[i].iterations));
  }
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

// Callgrind's simulations, by the names that people compare, and the usual estimate: a hit 1, the next level 10, RAM
// 100.
void add_simulated(std::map<std::string, double>& metrics, const std::map<std::string, double>& events) {
  const auto sum = [&](std::initializer_list<const char*> names) {
    double total = 0;
    for (const char* name : names)
      if (const auto found = events.find(name); found != events.end()) total += found->second;
    return total;
  };
  if (events.contains("I1mr")) {
    metrics["l1_misses"] = sum({"I1mr", "D1mr", "D1mw"});
    metrics["ll_misses"] = sum({"ILmr", "DLmr", "DLmw"});
    metrics["data_reads"] = sum({"Dr"});
    metrics["data_writes"] = sum({"Dw"});
    metrics["estimated_cycles"] = sum({"Ir"}) + 10 * metrics["l1_misses"] + 100 * metrics["ll_misses"];
  }
  if (events.contains("Bc")) {
    metrics["branches"] = sum({"Bc", "Bi"});
    metrics["branch_misses"] = sum({"Bcm", "Bim"});
    if (metrics.contains("estimated_cycles")) metrics["estimated_cycles"] += 10 * metrics["branch_misses"];
  }
}

EventCosts event_costs(const std::vector<Window>& windows) {
  EventCosts costs;
  for (const auto& [event, count] : windows.front().events)
    if (const std::vector<double> counts = per_iteration(windows, event); !counts.empty())
      costs[event] = median(counts);
  return costs;
}

std::map<std::string, double> metrics_of(EventCosts events, const EventCosts& loop) {
  for (auto& [event, count] : events)
    if (const auto found = loop.find(event); found != loop.end()) count -= found->second;
  std::map<std::string, double> metrics;
  for (const char* name : {"alloc_count", "alloc_bytes"})
    if (events.contains(name)) metrics[name] = events[name];
  add_simulated(metrics, events);
  return metrics;
}

}  // namespace

std::vector<double> pair_counts(const std::vector<Window>& windows) { return per_iteration(windows, "Ir"); }

double instructions_in(const EventCosts& costs) {
  const auto found = costs.find("Ir");
  return found == costs.end() ? 0 : found->second;
}

Measurement judge(std::vector<Window> windows, const EventCosts& loop) {
  const std::vector<double> counts = pair_counts(windows);
  QUERN_ASSERT(!counts.empty());
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
  Measurement measurement;
  measurement.spread = *most - *least;
  measurement.verdict = *least == *most ? Verdict::exact : settles(counts) ? Verdict::settled : Verdict::jitter;
  measurement.instructions = median(counts) - instructions_in(loop);  // what most agree on is the median as well
  measurement.metrics = metrics_of(event_costs(windows), loop);
  measurement.windows = std::move(windows);
  return measurement;
}

std::optional<EventCosts> repeated_cost(const std::vector<Window>& windows) {
  return judge(windows, {}).verdict == Verdict::exact ? std::optional(event_costs(windows)) : std::nullopt;
}

}  // namespace quern
