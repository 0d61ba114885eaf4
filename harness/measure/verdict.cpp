// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/verdict.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "worker/protocol/error.hpp"

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

/// The most frequent value, of equally frequent ones the lowest, and how often it occurs.
std::pair<double, std::size_t> mode(const std::vector<double>& counts) {
  std::map<double, std::size_t> frequencies;
  for (const double count : counts) ++frequencies[count];
  const auto best = std::max_element(frequencies.begin(), frequencies.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return *best;
}

double median(std::vector<double> counts) {
  std::sort(counts.begin(), counts.end());
  return counts[(counts.size() - 1) / 2];
}

// Agreement that comes after the first repeats, and stays: caches fill, then nothing changes any more.
bool settles(const std::vector<double>& counts, double value, std::size_t frequency) {
  const bool last_two = counts.size() >= 3 && counts.back() == value && counts[counts.size() - 2] == value;
  return last_two && frequency * 2 > counts.size();
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

std::map<std::string, double> metrics_of(const std::vector<Window>& windows) {
  std::map<std::string, double> events;
  for (const auto& [event, count] : windows.front().events)
    if (const std::vector<double> counts = per_iteration(windows, event); !counts.empty())
      events[event] = median(counts);
  std::map<std::string, double> metrics;
  for (const char* name : {"alloc_count", "alloc_bytes"})
    if (events.contains(name)) metrics[name] = events[name];
  add_simulated(metrics, events);
  return metrics;
}

}  // namespace

std::vector<double> pair_counts(const std::vector<Window>& windows) { return per_iteration(windows, "Ir"); }

Measurement judge(std::vector<Window> windows, double loop) {
  const std::vector<double> counts = per_iteration(windows, "Ir");
  QUERN_ASSERT(!counts.empty());
  const auto [value, frequency] = mode(counts);
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
  Measurement measurement;
  measurement.spread = *most - *least;
  measurement.verdict = frequency == counts.size()          ? Verdict::exact
                        : settles(counts, value, frequency) ? Verdict::settled
                                                            : Verdict::jitter;
  measurement.instructions = (measurement.verdict == Verdict::jitter ? median(counts) : value) - loop;
  measurement.metrics = metrics_of(windows);
  measurement.windows = std::move(windows);
  return measurement;
}

std::optional<double> loop_cost(const std::vector<Window>& windows) {
  const Measurement measured = judge(windows, 0);
  return measured.verdict == Verdict::exact ? std::optional(measured.instructions) : std::nullopt;
}

}  // namespace quern
