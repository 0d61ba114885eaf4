// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/measure/verdict.hpp"
#include "harness/model/run.hpp"

namespace quern {

// The loop around the statement is measured with an empty one (sentries.hpp), and is no part of any count.

/// Takes what the loop costs off every event.
EventCosts without_loop(EventCosts costs, const EventCosts& loop);

/// Takes the loop off function by function. A remainder that does not divide evenly is taken off the statement, so that
/// the sum stays exact.
CaseFunctions without_loop(const CaseFunctions& functions, const CaseFunctions& loop);

}  // namespace quern
