// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/run_options.hpp"

#include <algorithm>

namespace quern {

bool RunOptions::wants(const std::string& metric) const {
  return std::find(metrics.begin(), metrics.end(), metric) != metrics.end();
}

}  // namespace quern
