// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/retry.hpp"

namespace quern {

CaseReply measure_with_retries(Server& server, const CaseRequest& request, int retries) {
  CaseReply reply = server.measure(request);
  for (int retry = 0; retry < retries && std::holds_alternative<ServerLost>(reply); ++retry)
    reply = server.measure(request);
  return reply;
}

}  // namespace quern
