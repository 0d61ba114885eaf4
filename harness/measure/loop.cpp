// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/loop.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace quern {
namespace {

FunctionCounts scaled(const FunctionCounts& counts, long from, long to) {
  std::vector<FunctionCount> result;
  std::int64_t rest = counts.total() * to / from;
  for (const FunctionCount& count : counts) {
    result.push_back({count.function, count.count * to / from});
    rest -= result.back().count;
  }
  result.push_back({{"[statement]", "???", "snippets"}, rest});
  return FunctionCounts(std::move(result));
}

}  // namespace

EventCosts without_loop(EventCosts costs, const EventCosts& loop) {
  for (auto& [event, count] : costs)
    if (const auto found = loop.find(event); found != loop.end()) count -= found->second;
  return costs;
}

CaseFunctions without_loop(const CaseFunctions& functions, const CaseFunctions& loop) {
  const auto without = [&](const FunctionCounts& counts, const FunctionCounts& of_loop) {
    return counts - scaled(of_loop, loop.iterations, functions.iterations);
  };
  return {functions.iterations, without(functions.self, loop.self), without(functions.inclusive, loop.inclusive)};
}

}  // namespace quern
