// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <string_view>

namespace quern {

/// A metric that a case can have besides its instructions, and the word of `--metrics` that asks for it.
struct MetricName {
  std::string_view name;
  std::string_view asked_by;
};

inline constexpr std::array<MetricName, 9> kMetricNames = {{{"alloc_count", "alloc"},
                                                            {"alloc_bytes", "alloc"},
                                                            {"data_reads", "cache"},
                                                            {"data_writes", "cache"},
                                                            {"l1_misses", "cache"},
                                                            {"ll_misses", "cache"},
                                                            {"estimated_cycles", "cache"},
                                                            {"branches", "branch"},
                                                            {"branch_misses", "branch"}}};

/// The word of `--metrics` for a metric; empty for one that needs none.
constexpr std::string_view asked_by(std::string_view metric) {
  for (const MetricName& known : kMetricNames)
    if (known.name == metric) return known.asked_by;
  return {};
}

}  // namespace quern
