// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/run_options.hpp"

#include <algorithm>

#include "harness/model/case_time.hpp"

namespace quern {

bool RunOptions::wants(const std::string& metric) const {
  return std::find(metrics.begin(), metrics.end(), metric) != metrics.end();
}

bool RunOptions::counts() const {
  return metrics.empty() ||
         std::any_of(metrics.begin(), metrics.end(), [](const std::string& metric) { return metric != kTime; });
}

}  // namespace quern
