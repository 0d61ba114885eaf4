// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/measure/server.hpp"

namespace quern {

/// Measures a case, and once more, up to `retries` times, if the server broke down: it is started again then. A case
/// that fails is not tried again: it would fail the same way. ServerLost only if the last try was lost, too.
CaseReply measure_with_retries(Server& server, const CaseRequest& request, int retries);

}  // namespace quern
