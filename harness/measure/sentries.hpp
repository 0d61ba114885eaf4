// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "expand/case/case.hpp"

namespace quern {

/// Cases of our own that every server measures first and last. The first is the empty statement: its count is the
/// cost of the loop, which is taken off every other case. If a sentry moves, the run says that it is unstable.
std::vector<Case> sentry_cases(Language language);

}  // namespace quern
