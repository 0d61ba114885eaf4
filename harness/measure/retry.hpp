// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/measure/server.hpp"

namespace quern {

/// Measures a case. If the server breaks down, it is started again and the case is measured again, up to `retries`
/// times. A case that fails is not tried again: it would fail the same way. Returns ServerLost only if the last try was
/// lost, too.
CaseReply measure_with_retries(Server& server, const CaseRequest& request, int retries);

}  // namespace quern
