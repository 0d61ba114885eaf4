// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "harness/model/run.hpp"

namespace quern::test {

using NamedCounts = std::vector<std::pair<std::string, std::int64_t>>;

/// Functions of one library that no case ever called. Inclusive counts are ten times their own.
inline CaseFunctions functions(long iterations, const NamedCounts& named, const std::string& file = "???") {
  std::vector<FunctionCount> counts;
  for (const auto& [name, count] : named) counts.push_back({{name, file, "libtorch_cpu.so"}, count});
  const FunctionCounts self(std::move(counts));
  return {iterations, self, self * 10};
}

}  // namespace quern::test
