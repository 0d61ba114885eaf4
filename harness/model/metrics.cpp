// SPDX-License-Identifier: Apache-2.0
#include "harness/model/metrics.hpp"

#include <algorithm>

#include "harness/model/case_time.hpp"

namespace quern {
namespace {

// A new metric is an entry here and who counts its events: Callgrind, by a word's option, or the worker in its windows.
constexpr WeightedEvent kIr[] = {{"Ir"}};
constexpr WeightedEvent kAllocCount[] = {{"alloc_count"}};
constexpr WeightedEvent kAllocBytes[] = {{"alloc_bytes"}};
constexpr WeightedEvent kDataReads[] = {{"Dr"}};
constexpr WeightedEvent kDataWrites[] = {{"Dw"}};
constexpr WeightedEvent kL1Misses[] = {{"I1mr"}, {"D1mr"}, {"D1mw"}};
constexpr WeightedEvent kLlMisses[] = {{"ILmr"}, {"DLmr"}, {"DLmw"}};
// The usual estimate: a hit 1, the next level 10, RAM 100, and a branch that was mispredicted 10.
constexpr WeightedEvent kEstimatedCycles[] = {{"I1mr", 10},  {"D1mr", 10}, {"D1mw", 10}, {"ILmr", 100}, {"DLmr", 100},
                                              {"DLmw", 100}, {"Bcm", 10},  {"Bim", 10},  {"Ir", 1}};
constexpr WeightedEvent kBranches[] = {{"Bc"}, {"Bi"}};
constexpr WeightedEvent kSyscalls[] = {{"sysCount"}};
constexpr WeightedEvent kBranchMisses[] = {{"Bcm"}, {"Bim"}};

constexpr Metric kMetrics[] = {
    {kInstructions, "instructions", "Instructions that were executed.", "", kIr},
    {"alloc_count", "allocations", "How often memory was allocated.", "alloc", kAllocCount},
    {"alloc_bytes", "bytes", "How much memory was allocated, in bytes.", "alloc", kAllocBytes},
    {"data_reads", "reads", "Reads of memory.", "cache", kDataReads},
    {"data_writes", "writes", "Writes to memory.", "cache", kDataWrites},
    {"l1_misses", "misses", "Accesses that the simulated first-level caches missed.", "cache", kL1Misses},
    {"ll_misses", "misses", "Accesses that the simulated last-level cache missed.", "cache", kLlMisses},
    {"estimated_cycles", "cycles", "Cycles as estimated from instructions and simulated misses.", "cache",
     kEstimatedCycles},
    {"branches", "branches", "Branches that were executed.", "branch", kBranches},
    {"branch_misses", "misses", "Branches that the simulated predictor got wrong.", "branch", kBranchMisses},
    {"syscalls", "calls", "System calls that were made.", "syscalls", kSyscalls},
    {kTime,
     "ns",
     "Wall-clock time in nanoseconds, measured natively.",
     "time",
     {},
     Sampling::sampled,
     Worse::more,
     SpreadFrom::interval},
};

constexpr MetricWord kWords[] = {{kInstructions, ""}, {"cache", "--cache-sim"},          {"branch", "--branch-sim"},
                                 {"alloc", "", true}, {"syscalls", "--collect-systime"}, {kTime, ""}};

}  // namespace

std::span<const Metric> known_metrics() { return kMetrics; }

const Metric* find_metric(std::string_view name) {
  const auto* const found = std::ranges::find(kMetrics, name, &Metric::name);
  return found == std::end(kMetrics) ? nullptr : found;
}

std::string_view asked_by(std::string_view metric) {
  const Metric* const known = find_metric(metric);
  return known == nullptr ? std::string_view{} : known->asked_by;
}

std::span<const MetricWord> metric_words() { return kWords; }

std::string metric_words_text() {
  std::string text;
  for (const MetricWord& word : kWords)
    if (word.word != kInstructions) text.append(text.empty() ? "" : ", ").append(word.word);
  return text;
}

double doubt_between(const MetricValue& before, const MetricValue& after) {
  if (!before.interval && !after.interval) return std::max(before.spread, after.spread);
  const bool more = after.value >= before.value;
  const auto reach = [](const MetricValue& metric, bool up) {
    if (!metric.interval) return metric.spread;
    return up ? metric.interval->high - metric.value : metric.value - metric.interval->low;
  };
  return reach(before, more) + reach(after, !more);
}

}  // namespace quern
