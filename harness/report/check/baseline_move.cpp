// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/printable.hpp"
#include "harness/report/check/check_words.hpp"

namespace quern {

BaselineMove baseline_move(const Check& check) {
  const bool improved = std::any_of(check.cases.begin(), check.cases.end(),
                                    [](const CheckedCase& checked) { return checked.finding == Finding::improved; });
  if (!improved || !check.blocking.empty()) return {};
  if (check.base.measured) return {"the base is measured by every check: what improved needs no new baseline", ""};
  // A baseline that holds the regressions, too, would hide them.
  if (check.fails()) return {"what improved can become the baseline once nothing fails", ""};
  return {check.rebase.empty() ? "to keep what improved, make the head the baseline"
                               : "to keep what improved, make the head the baseline:",
          printable(check.rebase)};
}

}  // namespace quern
